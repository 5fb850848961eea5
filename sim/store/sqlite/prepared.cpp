// SPDX-License-Identifier: Apache-2.0
#include "sim/store/sqlite/prepared.h"

#include <fmt/format.h>

#include <charconv>
#include <string_view>
#include <utility>

#include "sim/store/sqlite/row_log.h"

namespace racewindow {
namespace {

// Where the parameters $1 … $n stand among SQLite's own, which it numbers by first occurrence.
// A `::` cast right behind a parameter is part of the parameter's name to SQLite.
std::vector<int> parameter_positions(sqlite3_stmt* native, const Statement& statement) {
  std::vector<int> positions(statement.param_types.size(), 0);
  for (int at = 1; at <= sqlite3_bind_parameter_count(native); ++at) {
    const std::string_view name = sqlite3_bind_parameter_name(native, at);
    std::size_t number = 0;
    const auto [end, code] = std::from_chars(name.data() + 1, name.data() + name.size(), number);
    if (code != std::errc() || end != name.data() + name.size()) {
      throw Broken("unsupported", fmt::format("the sqlite store cannot prepare this: {} is one "
                                              "parameter name to SQLite, write CAST, in {}",
                                              name, statement.text));
    }
    positions.at(number - 1) = at;
  }
  return positions;
}

// SQLite settles what an ORDER BY leaves open by rowids, which are no part of the digest: two
// states that count as equal would answer differently. So rows that agree in all keys are put in
// canonical order, which needs the keys, and a LIMIT must not choose among them.
std::vector<std::size_t> sorting_columns(const Statement& statement) {
  if (statement.open_choice) {
    throw Broken("unsupported", fmt::format("the sqlite store needs an ORDER BY that decides which "
                                            "rows a LIMIT takes, in {}",
                                            statement.text));
  }
  std::vector<std::size_t> columns;
  const auto* select = std::get_if<Select>(&statement.bound);
  if (select == nullptr || !statement.unordered) return columns;
  for (const SortKey& key : select->order_by) {
    if (key.output >= statement.columns.size()) {
      throw Broken("unsupported", fmt::format("the sqlite store needs an ORDER BY that decides the "
                                              "order or is by columns of the result, in {}",
                                              statement.text));
    }
    columns.push_back(key.output);
  }
  return columns;
}

}  // namespace

Prepared prepare_statement(sqlite3* database, const Statement& statement) {
  Prepared prepared;
  prepared.native = prepare_native(database, statement.text);
  prepared.positions = parameter_positions(prepared.native.get(), statement);
  prepared.bound.resize(prepared.positions.size());  // NULL, as SQLite has it
  prepared.sorted_by = sorting_columns(statement);
  prepared.counts = statement.verb == Verb::insert && has_identity(*statement.target);
  return prepared;
}

}  // namespace racewindow
