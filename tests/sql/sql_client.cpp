// SPDX-License-Identifier: Apache-2.0
#include "tests/sql/sql_client.h"

#include "sim/sql/eval.h"

namespace racewindow {

SqlClient::SqlClient() {
  create(
      "CREATE TABLE t (a integer PRIMARY KEY, b text, c bigint, d timestamptz, e interval, "
      "f boolean, g uuid)");
  create("CREATE TABLE u (a integer, x integer, b text)");
}

const Table& SqlClient::create(std::string_view sql) {
  return catalog_.add(std::get<CreateTable>(statement(sql).bound).table);
}

void SqlClient::add(const CreateIndex& index) {
  Table table = *catalog_.find(index.table->name);
  if (index.key) table.keys.push_back(*index.key);
  catalog_.replace(std::move(table));
}

Statement SqlClient::statement(std::string_view sql) const {
  auto bound = bind_statement(catalog_, sql);
  if (auto* error = std::get_if<SqlError>(&bound)) throw std::move(*error);
  return std::move(std::get<Statement>(bound));
}

std::string SqlClient::failure(std::string_view sql) const {
  try {
    (void)statement(sql);
    return "bound";
  } catch (const SqlError& error) {
    return error.sqlstate() + " " + error.message();
  } catch (const Broken& broken) {
    return broken.kind() + ": " + broken.message();
  }
}

std::string SqlClient::value(std::string_view expression, const std::vector<Value>& params) const {
  try {
    const Statement select = statement("SELECT " + std::string(expression));
    std::vector<Value> cast;
    for (std::size_t n = 0; n < params.size(); ++n) {
      cast.push_back(cast_value(params[n], select.param_types.at(n)));
    }
    EvalContext context;
    context.params = cast;
    context.now = {1'772'366'400'000'000};
    context.clock = context.now + seconds(1);
    const Value result = eval(std::get<Select>(select.bound).outputs.at(0), context);
    return result.is_null() ? "NULL" : to_text(result);
  } catch (const SqlError& error) {
    return error.sqlstate() + " " + error.message();
  }
}

std::string SqlClient::param_types(std::string_view sql) const {
  std::string types;
  for (const Type type : statement(sql).param_types) {
    types += (types.empty() ? "" : ", ") + std::string(type_name(type));
  }
  return types;
}

std::string SqlClient::columns(std::string_view sql) const {
  std::string columns;
  for (const OutputColumn& column : statement(sql).columns) {
    columns +=
        (columns.empty() ? "" : ", ") + column.name + " " + std::string(type_name(column.type));
  }
  return columns;
}

}  // namespace racewindow
