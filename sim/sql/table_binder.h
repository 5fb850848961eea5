// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sim/sql/bind.h"

namespace racewindow {

// Builds a table from column definitions and constraints, or adds some to a table that there is.
// Constraints are bound once all columns are known, columns' own first, as the server does.
class TableBinder {
 public:
  TableBinder(Binding& binding, Table table);

  void add_column(const Node& definition);
  void add_constraint(const Node& constraint) { pending_.push_back({constraint, std::nullopt}); }
  [[nodiscard]] Table finish();

  // The value of a DEFAULT clause. Throws SqlError 42804 where it does not fit the column.
  [[nodiscard]] std::shared_ptr<const Expr> bind_default(const Column& column, const Node& node);

 private:
  struct Pending {
    Node constraint;
    std::optional<std::size_t> column;  // of a column's own constraint
  };

  void add(const Pending& pending);
  void add_check(const Pending& pending);
  void add_key(const Pending& pending, bool primary);
  void add_foreign_key(const Pending& pending);
  void set_identity(Column& column, const Node& constraint);
  [[nodiscard]] std::vector<std::size_t> key_columns(const Pending& pending, bool primary) const;
  // The given name, or the default one with a number where it is taken.
  [[nodiscard]] std::string constraint_name(const Node& constraint,
                                            const std::string& otherwise) const;
  [[nodiscard]] std::string key_name(const Node& constraint, const std::string& otherwise) const;
  [[nodiscard]] bool has_constraint(std::string_view name) const;

  Binding& binding_;
  Table table_;
  std::size_t old_keys_;  // those that the table had before
  std::vector<Pending> pending_;
  Scope scope_;
};

// bind_foreign_key.cpp: REFERENCES or FOREIGN KEY (columns) of a table that is otherwise known.
// Throws SqlError 42P01, 42703, 42704, 42830 and 42804.
[[nodiscard]] ForeignKey bind_foreign_key(const Catalog& catalog, const Table& table,
                                          std::vector<std::size_t> columns, std::string name,
                                          const Node& constraint);

}  // namespace racewindow
