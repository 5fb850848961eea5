// SPDX-License-Identifier: Apache-2.0
#include "sim/store/memory/result_buffer.h"

#include <algorithm>

#include "sim/store/row_order.h"

namespace racewindow::memory {
namespace {

std::strong_ordering compare_by(const SortKey& key, const Value& a, const Value& b) {
  if (a.is_null() || b.is_null()) {
    const auto nulls_last = a.is_null() <=> b.is_null();
    return key.nulls_first ? 0 <=> nulls_last : nulls_last;
  }
  const std::strong_ordering order = compare(a, b);
  return key.descending ? 0 <=> order : order;
}

}  // namespace

void ResultBuffer::sort(const std::vector<SortKey>& keys, RowOrder order_of_ties) {
  const bool canonical = order_of_ties == RowOrder::canonical;
  std::sort(
      order_.begin(), order_.end(), [this, &keys, canonical](std::uint32_t a, std::uint32_t b) {
        for (const SortKey& key : keys) {
          const auto order =
              compare_by(key, cells_[a * width_ + key.output], cells_[b * width_ + key.output]);
          if (order != 0) return order < 0;
        }
        if (canonical) {
          const auto order = compare_rows(whole_row(a), whole_row(b));
          if (order != 0) return order < 0;
        }
        return a < b;
      });
}

void ResultBuffer::remove_duplicates() {
  const auto end =
      std::unique(order_.begin(), order_.end(), [this](std::uint32_t a, std::uint32_t b) {
        return compare_rows(whole_row(a), whole_row(b)) == 0;
      });
  order_.erase(end, order_.end());
}

void ResultBuffer::cut(std::size_t offset, std::size_t limit) {
  const std::size_t first = std::min(offset, order_.size());
  const std::size_t last = first + std::min(limit, order_.size() - first);
  order_.erase(order_.begin() + static_cast<std::ptrdiff_t>(last), order_.end());
  order_.erase(order_.begin(), order_.begin() + static_cast<std::ptrdiff_t>(first));
}

}  // namespace racewindow::memory
