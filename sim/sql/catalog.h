// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "sim/sql/value.h"

namespace racewindow {

struct Expr;  // sim/sql/bound.h

enum class Identity : std::uint8_t { none, by_default, always };

// A column as CREATE TABLE declared it.
struct Column {
  std::string name;
  Type type = Type::null;
  bool not_null = false;
  Identity identity = Identity::none;         // also serial and bigserial, as by_default
  std::shared_ptr<const Expr> default_value;  // null: no DEFAULT
};

// A PRIMARY KEY, UNIQUE constraint or unique index: column positions, in the declared order.
struct UniqueKey {
  std::string name;  // PostgreSQL's default name where none was given: directory_pkey, t_a_b_key
  std::vector<std::size_t> columns;
  bool primary = false;
  std::shared_ptr<const Expr> predicate;  // of a partial index, over the row (entry 0); null: none
};

// What a foreign key does when the row it refers to is deleted or its key changed.
enum class ReferentialAction : std::uint8_t { no_action, restrict, cascade, set_null, set_default };

struct ForeignKey {
  std::string name;                             // default: <table>_<column>_fkey
  std::vector<std::size_t> columns;             // of the referencing table
  std::size_t referenced_table = 0;             // id; may be the table itself
  std::vector<std::size_t> referenced_columns;  // of a unique key there, same order as `columns`
  ReferentialAction on_delete = ReferentialAction::no_action;
  ReferentialAction on_update = ReferentialAction::no_action;
};

struct Check {
  std::string name;                       // default: <table>_<column>_check, <table>_check
  std::shared_ptr<const Expr> condition;  // over the row of the table itself (range entry 0)
};

struct Table {
  std::size_t id = 0;  // dense, never reused within one catalog
  std::string name;
  std::vector<Column> columns;
  std::vector<UniqueKey> keys;
  std::vector<Check> checks;
  std::vector<ForeignKey> foreign_keys;

  [[nodiscard]] const UniqueKey* primary_key() const;
  // Position of a column, or npos.
  [[nodiscard]] std::size_t find_column(std::string_view column) const;
  static constexpr std::size_t npos = static_cast<std::size_t>(-1);
};

// The tables that statements are bound against. A bound statement points into the catalog, so a
// table that was bound against stays alive and unchanged as long as the catalog does.
class Catalog {
 public:
  // null where there is none. Names are as PostgreSQL folds them (lower case unless quoted).
  [[nodiscard]] const Table* find(std::string_view name) const;
  // Requires: no table of that name. Sets the id.
  const Table& add(Table table);
  [[nodiscard]] const std::vector<std::unique_ptr<const Table>>& tables() const { return tables_; }

 private:
  std::vector<std::unique_ptr<const Table>> tables_;
};

}  // namespace racewindow
