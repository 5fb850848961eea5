// SPDX-License-Identifier: Apache-2.0
#include "sim/committed_tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "sim/store/row_order.h"

namespace racewindow {
namespace {

std::string quoted(std::string_view identifier) {
  std::string text = "\"";
  for (const char c : identifier) text += c == '"' ? "\"\"" : std::string(1, c);
  return text + "\"";
}

// SQLite knows no schema "public".
std::string address(const Table& table) {
  const std::string name = quoted(table.name);
  return table.schema == kPublic ? name : quoted(table.schema) + "." + name;
}

std::vector<Value> key_of(const Table& table, std::span<const Value> row) {
  std::vector<Value> key;
  if (const UniqueKey* primary = table.primary_key()) {
    for (const std::size_t column : primary->columns) key.push_back(row[column]);
  }
  return key;
}

// Requires: the rows are in canonical order, which decides where there is no key.
std::vector<TraceRow> by_key(const Table& table, const RowSet& rows) {
  std::vector<std::size_t> order(rows.row_count);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return compare_rows(key_of(table, rows.row(a)), key_of(table, rows.row(b))) < 0;
  });
  std::vector<TraceRow> sorted;
  for (const std::size_t n : order) {
    TraceRow& row = sorted.emplace_back();
    for (const Value& cell : rows.row(n)) row.cells.push_back(to_literal(cell));
  }
  return sorted;
}

}  // namespace

std::string traced_name(const Table& table) {
  return table.schema == kPublic ? table.name : table.schema + "." + table.name;
}

CommittedTables::CommittedTables(Store& store)
    : store_(&store), seen_(store.committed_digest()), tables_(read()) {}

std::vector<TraceTable> CommittedTables::read() const {
  const std::vector<const Table*> known = store_->committed_catalog().tables();
  std::vector<TraceTable> tables;
  RowSet rows;
  for (const Table* table : known) {
    const auto prepared = store_->prepare("SELECT * FROM " + address(*table));
    if (const auto* error = std::get_if<SqlError>(&prepared)) {
      throw Broken("setup", fmt::format("the table {} cannot be read: {}", traced_name(*table),
                                        error->message()));
    }
    rows.clear();
    store_->look(*std::get<const Statement*>(prepared), rows);
    sort_rows(rows);
    TraceTable& traced = tables.emplace_back();
    traced.name = traced_name(*table);
    for (const Column& column : table->columns) traced.columns.push_back(column.name);
    traced.rows = by_key(*table, rows);
  }
  std::sort(tables.begin(), tables.end(),
            [](const TraceTable& a, const TraceTable& b) { return a.name < b.name; });
  return tables;
}

std::vector<TraceTable> CommittedTables::look_again() {
  std::vector<TraceTable> changed;
  const Digest now = store_->committed_digest();
  if (now == seen_) return changed;
  seen_ = now;
  std::vector<TraceTable> tables = read();
  const auto named = [](const std::vector<TraceTable>& all, const std::string& name) {
    return std::find_if(all.begin(), all.end(),
                        [&](const TraceTable& each) { return each.name == name; });
  };
  for (const TraceTable& table : tables) {
    const auto before = named(tables_, table.name);
    if (before == tables_.end() || *before != table) changed.push_back(table);
  }
  for (const TraceTable& table : tables_) {
    if (named(tables, table.name) == tables.end()) changed.push_back({table.name, {}, {}});
  }
  tables_ = std::move(tables);
  return changed;
}

}  // namespace racewindow
