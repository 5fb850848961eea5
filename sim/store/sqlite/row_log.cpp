// SPDX-License-Identifier: Apache-2.0
#include "sim/store/sqlite/row_log.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

namespace racewindow {
namespace {

Digest row_digest(const Table& table, std::span<const Value> row) {
  Hasher hasher(table.id);
  for (const Value& cell : row) cell.add_to(hasher);
  return hasher.digest();
}

Digest counter_digest(const Table& table, std::int64_t value) {
  if (value == 0) return {};
  return Hasher(table.id).add("counter").add(static_cast<std::uint64_t>(value)).digest();
}

// Names come from the catalog: quoted, since they may be keywords of SQLite.
std::string quoted(std::string_view name) {
  std::string text = "\"";
  for (const char c : name) {
    if (c == '"') text += '"';
    text += c;
  }
  return text += '"';
}

std::string remove_sql(const Table& table) {
  return fmt::format("DELETE FROM {} WHERE _rowid_ = ?1", quoted(table.name));
}

std::string insert_sql(const Table& table) {
  std::string columns = "_rowid_";
  std::string values = "?1";
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    columns += ", " + quoted(table.columns[i].name);
    values += fmt::format(", ?{}", i + 2);
  }
  return fmt::format("INSERT INTO {} ({}) VALUES ({})", quoted(table.name), columns, values);
}

std::string update_sql(const Table& table, std::span<const std::size_t> columns) {
  std::string assignments;
  for (const std::size_t column : columns) {
    assignments += fmt::format("{}{} = ?{}", assignments.empty() ? "" : ", ",
                               quoted(table.columns[column].name), column + 2);
  }
  return fmt::format("UPDATE {} SET {} WHERE _rowid_ = ?1", quoted(table.name), assignments);
}

// Column n of a row is parameter n + 2, behind the rowid.
void bind_cell(sqlite3_stmt* statement, std::size_t column, const Value& cell) {
  bind_value(statement, static_cast<int>(column) + 2, cell);
}

}  // namespace

bool has_identity(const Table& table) {
  return std::ranges::any_of(table.columns,
                             [](const Column& c) { return c.identity != Identity::none; });
}

RowLog::RowLog(sqlite3* database) : database_(database) {
  sqlite3_preupdate_hook(database_, &RowLog::on_change, this);
}

RowLog::~RowLog() {
  sqlite3_preupdate_hook(database_, nullptr, nullptr);
}

void RowLog::on_change(void* self, sqlite3* /*database*/, int operation, const char* /*schema*/,
                       const char* /*table*/, sqlite3_int64 rowid_before,
                       sqlite3_int64 rowid_after) {
  const auto kind = operation == SQLITE_INSERT   ? RowChange::Kind::insert
                    : operation == SQLITE_UPDATE ? RowChange::Kind::update
                                                 : RowChange::Kind::remove;
  static_cast<RowLog*>(self)->record(kind, rowid_before, rowid_after);
}

// noexcept: SQLite's frames cannot be unwound. Tables are STRICT, so every cell reads back as its
// column's type.
void RowLog::record(RowChange::Kind kind, std::int64_t rowid_before,
                    std::int64_t rowid_after) noexcept {
  const Table& table = *target_;
  const Entry& entry = entries_.emplace_back(
      Entry{kind, target_, rowid_before, rowid_after, cells_.size(), content_});
  for (std::size_t i = 0; kind != RowChange::Kind::insert && i < table.columns.size(); ++i) {
    sqlite3_value* cell = nullptr;
    sqlite3_preupdate_old(database_, static_cast<int>(i), &cell);
    cells_.push_back(read_value(cell, table.columns[i].type).value());
  }
  for (std::size_t i = 0; kind != RowChange::Kind::remove && i < table.columns.size(); ++i) {
    sqlite3_value* cell = nullptr;
    sqlite3_preupdate_new(database_, static_cast<int>(i), &cell);
    cells_.push_back(read_value(cell, table.columns[i].type).value());
  }
  if (kind != RowChange::Kind::insert) content_ -= row_digest(table, before(entry));
  if (kind != RowChange::Kind::remove) content_ += row_digest(table, after(entry));
}

std::span<const Value> RowLog::before(const Entry& entry) const {
  return std::span(cells_).subspan(entry.cells, entry.table->columns.size());
}

std::span<const Value> RowLog::after(const Entry& entry) const {
  const std::size_t width = entry.table->columns.size();
  const std::size_t skip = entry.kind == RowChange::Kind::update ? width : 0;
  return std::span(cells_).subspan(entry.cells + skip, width);
}

void RowLog::forget(std::size_t size) {
  if (size == entries_.size()) return;
  content_ = entries_[size].content_before;
  cells_.resize(entries_[size].cells);
  entries_.resize(size);
}

void RowLog::undo(std::size_t size) {
  if (size == entries_.size()) return;
  // Without a hook SQLite does not look up the rows it would report.
  sqlite3_preupdate_hook(database_, nullptr, nullptr);
  for (std::size_t i = entries_.size(); i > size; --i) undo(entries_[i - 1]);
  sqlite3_preupdate_hook(database_, &RowLog::on_change, this);
  forget(size);
}

void RowLog::undo(const Entry& entry) {
  if (!entry.kind) {
    move_counter(*entry.table, entry.rowid_before);
    write_counter(*entry.table);
    return;
  }
  sqlite3_stmt* statement = nullptr;
  switch (*entry.kind) {
    case RowChange::Kind::insert:
      statement = undo_of(*entry.table).remove.get();
      sqlite3_bind_int64(statement, 1, entry.rowid_after);
      break;
    case RowChange::Kind::update:
      statement = undo_update(entry);
      break;
    case RowChange::Kind::remove:
      statement = undo_of(*entry.table).insert.get();
      sqlite3_bind_int64(statement, 1, entry.rowid_before);
      for (std::size_t i = 0; i < entry.table->columns.size(); ++i) {
        bind_cell(statement, i, before(entry)[i]);
      }
      break;
  }
  if (statement == nullptr) return;
  finish(statement);
  // A row that an UPDATE had put above the counter moves it when it is inserted again.
  if (entry.kind == RowChange::Kind::remove && has_identity(*entry.table)) {
    write_counter(*entry.table);
  }
}

// Of the columns that changed only, so that SQLite leaves the other indexes alone; null: none did.
sqlite3_stmt* RowLog::undo_update(const Entry& entry) {
  const std::span<const Value> old = before(entry);
  const std::span<const Value> now = after(entry);
  changed_.clear();
  for (std::size_t i = 0; i < old.size(); ++i) {
    if (old[i] != now[i]) changed_.push_back(i);
  }
  if (changed_.empty()) return nullptr;
  auto& updates = undo_of(*entry.table).updates;
  auto known = std::ranges::find(updates, changed_, &Update::columns);
  if (known == updates.end()) {
    const std::string sql = update_sql(*entry.table, changed_);
    known = updates.insert(known, {changed_, prepare_native(database_, sql)});
  }
  sqlite3_stmt* statement = known->statement.get();
  sqlite3_bind_int64(statement, 1, entry.rowid_after);
  for (const std::size_t i : changed_) bind_cell(statement, i, old[i]);
  return statement;
}

RowLog::Undo& RowLog::undo_of(const Table& table) {
  if (table.id >= undo_.size()) undo_.resize(table.id + 1);
  Undo& undo = undo_[table.id];
  if (undo.remove == nullptr) {
    undo.remove = prepare_native(database_, remove_sql(table));
    undo.insert = prepare_native(database_, insert_sql(table));
  }
  return undo;
}

// Statements of the log itself cannot fail: a failure is a bug of ours.
void RowLog::finish(sqlite3_stmt* statement) {
  const int code = sqlite3_step(statement);
  sqlite3_reset(statement);
  if (code != SQLITE_DONE) throw native_error(database_);
}

std::int64_t& RowLog::counter(const Table& table) {
  if (table.id >= counters_.size()) counters_.resize(table.id + 1, 0);
  return counters_[table.id];
}

void RowLog::note_counter(const Table& table) {
  if (read_counter_ == nullptr) {
    read_counter_ = prepare_native(database_, "SELECT seq FROM sqlite_sequence WHERE name = ?1");
  }
  bind_value(read_counter_.get(), 1, Value::text(table.name));
  std::int64_t value = 0;
  if (sqlite3_step(read_counter_.get()) == SQLITE_ROW) {
    value = sqlite3_column_int64(read_counter_.get(), 0);
  }
  sqlite3_reset(read_counter_.get());
  const std::int64_t before = counter(table);
  if (value == before) return;
  entries_.push_back({std::nullopt, &table, before, value, cells_.size(), content_});
  move_counter(table, value);
}

void RowLog::move_counter(const Table& table, std::int64_t value) {
  counters_digest_ -= counter_digest(table, counter(table));
  counters_digest_ += counter_digest(table, value);
  counter(table) = value;
}

void RowLog::write_counter(const Table& table) {
  if (write_counter_ == nullptr) {
    write_counter_ =
        prepare_native(database_, "UPDATE sqlite_sequence SET seq = ?2 WHERE name = ?1");
  }
  bind_value(write_counter_.get(), 1, Value::text(table.name));
  sqlite3_bind_int64(write_counter_.get(), 2, counter(table));
  finish(write_counter_.get());
}

}  // namespace racewindow
