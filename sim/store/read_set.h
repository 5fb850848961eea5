// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "sim/sql/statement.h"
#include "sim/store/footprint.h"

namespace racewindow {

// Which rows a statement's text reads, whatever the store: each table that its queries name, the
// columns they mention, and what `column = value` in WHERE says of rows that can matter. Where a
// unique key is given whole, that alone counts: the row is then read, not judged. Made once per
// statement; refers to it.
class ReadSet {
 public:
  explicit ReadSet(const Statement& statement);

  // Columns that an UPDATE in the statement assigns to, as bits.
  [[nodiscard]] std::uint64_t assigned() const { return assigned_; }
  // `params`: cast to the statement's parameter types.
  void add_to(Footprint& footprint, std::span<const Value> params) const;

 private:
  struct Equality {
    std::size_t column;
    const Expr* value;  // needs no row
  };
  struct Rows {
    const Table* table;
    std::uint64_t columns;
    std::vector<Equality> equalities;
  };

  void add_body(const Select& select);
  void add_body(const Insert& insert);
  void add_body(const Update& update);
  void add_body(const Delete& remove);
  // Of other statements nothing is told here.
  template <class Other>
  void add_body(const Other& /*other*/) {}
  void add_target(const Table& table, const std::vector<RangeEntry>& from,
                  const std::optional<Expr>& where);
  void add_select(const Select& select);
  void add_assignments(const std::vector<Assignment>& assignments);
  void add_queries_in(const Expr& expr);
  void add_rows(const RangeEntry& entry, std::size_t position, const std::optional<Expr>& where,
                std::uint64_t columns);

  std::vector<Rows> rows_;
  std::uint64_t assigned_ = 0;
};

}  // namespace racewindow
