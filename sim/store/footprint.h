// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sim/sql/catalog.h"
#include "sim/sql/value.h"

namespace racewindow {

// What one step read and wrote: enough to tell whether swapping it with a neighbouring step could
// change anything. It may be larger than the truth, never smaller: whatever could change the
// step's result, row count, error or wait has been read.
//
// Three kinds of entries:
// - cells, named by a hash: keys of rows, locks, sequences, the view. Two names that collide only
//   make two steps dependent that are not.
// - predicate reads: the rows of a table with these values in these columns. A row that is not
//   there is read too, so that phantoms count.
// - published rows: images of rows before and after a change that others can see from now on.
// Row names are values, never positions, so that footprints of different executions can be
// compared.
class Footprint {
 public:
  enum class Access : std::uint8_t {
    read,
    publish,  // changes what readers find, but two of them can be swapped
    write,
  };
  // Which store, or the simulator itself, a name belongs to.
  enum class Space : std::uint8_t { database, env, simulator };

  void clear();
  [[nodiscard]] bool empty() const;

  void set_space(Space space) { space_ = space; }
  // Without phantoms, rows that come to be among those read do not count: a mistake, for tests.
  void set_phantoms(bool count) { phantoms_ = count; }
  // It depends on every other step.
  void touch_everything() { everything_ = true; }
  [[nodiscard]] bool is_everything() const { return everything_; }
  void touch(std::uint64_t cell, Access access);
  // A bit per column, by position: columns from kLastBit on share one.
  static constexpr std::size_t kLastBit = 62;
  static constexpr std::uint64_t kAllColumns = ~std::uint64_t{0};
  [[nodiscard]] static constexpr std::uint64_t column_bit(std::size_t column) {
    return std::uint64_t{1} << (column < kLastBit ? column : kLastBit);
  }
  // The rows of a table, those columns of them; each where() that follows narrows it down. That a
  // row is there at all is always read.
  void read_rows(const Table& table, std::uint64_t columns);
  void where(std::size_t column, const Value& value);
  // null: there is none. Requires: one of them is not null. An update counts for the columns that
  // differ and for those that were `assigned`, a new value or not; where no column does, for all.
  void publish(const Table& table, const Value* before, const Value* after, std::uint64_t assigned);

  friend bool dependent(const Footprint& a, const Footprint& b);

 private:
  struct Cell {
    std::uint64_t name;
    Access access;
  };
  struct Rows {
    std::uint64_t table;
    std::uint64_t columns;
    std::size_t first;  // of conditions_
    std::size_t count;
  };
  struct Condition {
    std::size_t column;
    Value value;
  };
  // Of a table's width each, in cells_of_rows_.
  struct Change {
    std::uint64_t table;
    std::uint64_t columns;  // where an image is missing, all, and that the row is there
    std::size_t before;
    std::size_t after;
    std::size_t width;
  };
  static constexpr std::size_t kNoImage = static_cast<std::size_t>(-1);
  static constexpr std::uint64_t kExistence = std::uint64_t{1} << 63;

  [[nodiscard]] std::uint64_t name_of(const Table& table) const;
  [[nodiscard]] bool matches(const Rows& rows, const Change& change, const Footprint& of) const;
  [[nodiscard]] bool reads_what(const Footprint& published) const;

  bool everything_ = false;
  bool phantoms_ = true;
  Space space_ = Space::database;
  std::vector<Cell> cells_;
  std::vector<Rows> reads_;
  std::vector<Condition> conditions_;
  std::vector<Change> changes_;
  std::vector<Value> images_;
};

// Whether swapping two neighbouring steps of different actors could change anything. Cost: the
// product of their sizes.
[[nodiscard]] bool dependent(const Footprint& a, const Footprint& b);

}  // namespace racewindow
