// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sim/sql/bound.h"
#include "sim/sql/catalog.h"
#include "sim/sql/node.h"

namespace racewindow {

// A WITH query that is in reach.
struct CteName {
  std::string name;
  std::size_t index = 0;  // in Binding::ctes
};

// What binding one statement has learnt so far.
struct Binding {
  const Catalog& catalog;
  const Source& source;
  std::vector<Type> params{};  // of $1 … as far as inferred; null where not yet
  std::vector<Cte> ctes{};
  std::vector<CteName> cte_names{};  // the innermost last
  std::size_t union_depth = 0;       // how many UNIONs are around this one
  bool at_top = true;                // no part of the statement has been bound yet
};

// The clause an expression stands in: decides what may occur in it.
enum class Clause : std::uint8_t {
  select_list,
  having,
  order_by,
  where,
  join,
  group_by,
  limit,
  values,
  update,
  returning,
  check,
  default_value,
  index_expression,
  index_predicate,
  from_function,
};
// As messages say it: "WHERE", "JOIN conditions", "check constraints".
[[nodiscard]] std::string_view clause_name(Clause clause);

// One entry of FROM (or the target of a data change), as names are resolved against it.
struct Range {
  std::string alias;
  const Table* table = nullptr;  // null: a derived table
  std::vector<OutputColumn> columns;
  bool reachable = true;  // from the part of the statement that is being bound
};

// A column that its bare name refers to. Columns merged by USING occur once.
struct VisibleColumn {
  std::string name;
  std::uint16_t range = 0;
  std::uint32_t column = 0;
};

// The names of one query level.
struct Scope {
  const Scope* outer = nullptr;
  bool derived = false;  // the outer level is around a derived table, which may not refer to it
  std::vector<Range> ranges;
  std::vector<VisibleColumn> visible;
  Clause clause = Clause::select_list;
  std::vector<Aggregate>* aggregates = nullptr;  // null: none may be used (nor nested)
  bool in_aggregate = false;
};

// A range over a table under a name.
[[nodiscard]] Range range_of(const Table& table, std::string alias);
// Adds a range, its columns visible by their bare names. Throws SqlError 42712 for a second one of
// that name.
void add_range(Scope& scope, Range range);
// The columns of range `index`, for its bare names.
[[nodiscard]] std::vector<VisibleColumn> columns_of(const Scope& scope, std::size_t index);

// The column that a ColumnRef means. Throws SqlError 42703, 42702, 42P01.
[[nodiscard]] Expr resolve_column(const Scope& scope, const Node& reference);
// Column `column` of range `range` of this level.
[[nodiscard]] Expr column_expr(const Scope& scope, std::size_t range, std::size_t column);
// The range of this level that `name.*` means. Throws SqlError 42P01.
[[nodiscard]] std::size_t resolve_range(const Scope& scope, std::string_view name);

}  // namespace racewindow
