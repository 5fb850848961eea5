// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sim/sql/catalog.h"
#include "sim/sql/statement.h"

namespace racewindow {

// Binds texts against a small schema and says in one line what came of it.
class SqlClient {
 public:
  // t (a integer PRIMARY KEY, b text, c bigint, d timestamptz, e interval, f boolean, g uuid),
  // u (a integer, x integer, b text), and whatever is created in addition.
  SqlClient();

  const Table& create(std::string_view sql);
  // Adds the index to its table.
  void add(const CreateIndex& index);
  [[nodiscard]] const Catalog& catalog() const { return catalog_; }

  // Throws SqlError or Broken where there is no statement.
  [[nodiscard]] Statement statement(std::string_view sql) const;
  // "22012 division by zero", "unsupported: WITH at line 1, column 6", or "bound".
  [[nodiscard]] std::string failure(std::string_view sql) const;
  // The value of an expression without FROM, as the server prints it ("NULL" for NULL), or its
  // error. `params` are cast to the inferred types. The time is 2026-03-01 12:00:00 UTC.
  [[nodiscard]] std::string value(std::string_view expression,
                                  const std::vector<Value>& params = {}) const;
  // The inferred types of the parameters, "integer, text".
  [[nodiscard]] std::string param_types(std::string_view sql) const;
  // The result's columns, "a integer, ?column? text".
  [[nodiscard]] std::string columns(std::string_view sql) const;

 private:
  Catalog catalog_;
};

}  // namespace racewindow
