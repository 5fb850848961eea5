// SPDX-License-Identifier: Apache-2.0
#include "sim/store/memory/heap.h"

#include <algorithm>

#include "sim/store/row_order.h"

namespace racewindow::memory {

std::uint32_t Heap::add(std::span<const Value> row, const Digest& digest, Stamp born,
                        std::uint32_t keys_entered) {
  return place(row, {born, kNever, digest, kNone, kNone, next_row_++, keys_entered}, true);
}

std::uint32_t Heap::add_next(std::span<const Value> row, const Digest& digest, Stamp born,
                             std::uint32_t keys_entered, std::uint32_t replaced,
                             std::uint32_t origin) {
  return place(row, {born, kNever, digest, kNone, origin, slots_[replaced].row, keys_entered},
               false);
}

std::uint32_t Heap::place(std::span<const Value> row, const Version& version, bool new_row) {
  const std::size_t position = position_for(row);
  std::uint32_t slot;
  if (free_.empty()) {
    slot = static_cast<std::uint32_t>(slots_.size());
    slots_.emplace_back();
    cells_.insert(cells_.end(), row.begin(), row.end());
  } else {
    slot = free_.back();
    free_.pop_back();
    std::copy(row.begin(), row.end(), cells_.begin() + static_cast<std::ptrdiff_t>(slot * width_));
  }
  slots_[slot] = version;
  present_.insert(present_.begin() + static_cast<std::ptrdiff_t>(position), slot);
  log_->push({Undo::Kind::version_added, index_, slot, static_cast<std::uint32_t>(position),
              Stamp{new_row}, 0});
  return slot;
}

// Versions of equal content stand in the order they were added.
std::size_t Heap::position_for(std::span<const Value> row) const {
  if (order_ == RowOrder::heap) return present_.size();
  const auto after = std::ranges::upper_bound(
      present_, row,
      [](std::span<const Value> a, std::span<const Value> b) { return compare_rows(a, b) < 0; },
      [this](std::uint32_t slot) { return this->row(slot); });
  return static_cast<std::size_t>(after - present_.begin());
}

void Heap::stamp(std::uint32_t slot, Stamp born, Stamp died, std::uint32_t next) {
  Version& version = slots_[slot];
  log_->push({Undo::Kind::version_stamped, index_, slot, version.next, version.born, version.died});
  version.born = born;
  version.died = died;
  version.next = next;
}

void Heap::enter_keys(std::uint32_t slot, std::uint32_t count) {
  log_->push({Undo::Kind::version_entered, index_, slot, slots_[slot].keys_entered, 0, 0});
  slots_[slot].keys_entered = count;
}

void Heap::drop(std::uint32_t slot) {
  const auto position = std::ranges::find(present_, slot);
  log_->push({Undo::Kind::version_dropped, index_, slot,
              static_cast<std::uint32_t>(position - present_.begin()), 0, 0});
  present_.erase(position);
  if (!log_->recording) free_.push_back(slot);
}

void Heap::free(std::uint32_t slot) {
  if (slot + 1 == slots_.size()) {
    slots_.pop_back();
    cells_.resize(cells_.size() - width_);
  } else {
    free_.push_back(slot);
  }
}

void Heap::undo(const Undo& record) {
  switch (record.kind) {
    case Undo::Kind::version_added:
      present_.erase(present_.begin() + record.number);
      // The row's number is given back, or numbers would run out in a long search.
      if (record.born != 0) --next_row_;
      free(record.slot);
      break;
    case Undo::Kind::version_dropped:
      present_.insert(present_.begin() + record.number, record.slot);
      break;
    case Undo::Kind::version_entered:
      slots_[record.slot].keys_entered = record.number;
      break;
    case Undo::Kind::version_stamped: {
      Version& version = slots_[record.slot];
      version.born = record.born;
      version.died = record.died;
      version.next = record.number;
      break;
    }
    default:
      break;  // not of a heap
  }
}

}  // namespace racewindow::memory
