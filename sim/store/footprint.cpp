// SPDX-License-Identifier: Apache-2.0
#include "sim/store/footprint.h"

#include <algorithm>

#include "sim/assert.h"

namespace racewindow {
namespace {

std::uint64_t mix(Footprint::Space space, std::uint64_t name) {
  return name ^ (std::uint64_t{static_cast<std::uint8_t>(space)} << 61);
}

bool conflict(Footprint::Access a, Footprint::Access b) {
  return a == Footprint::Access::write || b == Footprint::Access::write || a != b;
}

// Numbers are compared as such, whatever their width.
bool same(const Value& a, const Value& b) {
  if (a.is_null() || b.is_null()) return a.is_null() == b.is_null();
  return !equal_is_same(a.type()) || a.as_int() == b.as_int();
}

}  // namespace

void Footprint::clear() {
  everything_ = false;
  space_ = Space::database;
  cells_.clear();
  reads_.clear();
  conditions_.clear();
  changes_.clear();
  images_.clear();
}

bool Footprint::empty() const {
  return !everything_ && cells_.empty() && reads_.empty() && changes_.empty();
}

void Footprint::touch(std::uint64_t cell, Access access) {
  const std::uint64_t name = mix(space_, cell);
  for (const Cell& known : cells_) {
    if (known.name == name && known.access == access) return;
  }
  cells_.push_back({name, access});
}

void Footprint::read_rows(const Table& table, std::uint64_t columns) {
  reads_.push_back({name_of(table), columns | kExistence, conditions_.size(), 0});
}

void Footprint::where(std::size_t column, const Value& value) {
  RW_ASSERT(!reads_.empty(), "read_rows comes first");
  conditions_.push_back({column, value});
  ++reads_.back().count;
}

void Footprint::publish(const Table& table, const Value* before, const Value* after,
                        std::uint64_t assigned) {
  Change change{name_of(table), 0, kNoImage, kNoImage, table.columns.size()};
  const auto append = [&](const Value* image) {
    const std::size_t at = images_.size();
    images_.insert(images_.end(), image, image + change.width);
    return at;
  };
  if (before != nullptr) change.before = append(before);
  if (after != nullptr) change.after = append(after);
  if (before == nullptr || after == nullptr) {
    change.columns = kAllColumns;
  } else {
    change.columns = assigned & ~kExistence;
    for (std::size_t column = 0; column < change.width; ++column) {
      if (!(before[column] == after[column])) change.columns |= column_bit(column);
    }
    if (change.columns == 0) change.columns = kAllColumns & ~kExistence;
  }
  changes_.push_back(change);
}

std::uint64_t Footprint::name_of(const Table& table) const {
  return mix(space_, table.identity);
}

// Whether a row, before or after it changed, is among those that were read.
bool Footprint::matches(const Rows& rows, const Change& change, const Footprint& of) const {
  if (rows.table != change.table || (rows.columns & change.columns) == 0) return false;
  const auto holds = [&](std::size_t image) {
    if (image == kNoImage) return false;
    const std::span conditions = std::span(conditions_).subspan(rows.first, rows.count);
    return std::ranges::all_of(conditions, [&](const Condition& condition) {
      return condition.column >= change.width ||
             same(of.images_[image + condition.column], condition.value);
    });
  };
  return holds(change.before) || (phantoms_ && holds(change.after));
}

bool Footprint::reads_what(const Footprint& published) const {
  for (const Rows& rows : reads_) {
    for (const Change& change : published.changes_) {
      if (matches(rows, change, published)) return true;
    }
  }
  return false;
}

bool dependent(const Footprint& a, const Footprint& b) {
  if (a.everything_ || b.everything_) return true;
  for (const Footprint::Cell& mine : a.cells_) {
    for (const Footprint::Cell& theirs : b.cells_) {
      if (mine.name == theirs.name && conflict(mine.access, theirs.access)) return true;
    }
  }
  return a.reads_what(b) || b.reads_what(a);
}

}  // namespace racewindow
