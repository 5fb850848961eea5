// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "sim/sql/statement.h"

namespace racewindow {
namespace {

std::string quoted_name(std::string_view name) {
  std::string quoted = "\"";
  for (const char c : name) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted += '"';
}

// Prints the expressions of CHECK and DEFAULT in SQLite's dialect. What SQLite would compute in
// another way (LIKE ignores case there, its max() is not GREATEST) is refused.
class Printer {
 public:
  explicit Printer(const Table& table) : table_(table) {}

  [[nodiscard]] std::string print(const Expr& expr) const {
    switch (expr.op) {
      case Op::constant:
        return literal(expr.value);
      case Op::column:
        return quoted_name(table_.columns[expr.index].name);
      case Op::equal:
        return binary(expr, "=");
      case Op::not_equal:
        return binary(expr, "<>");
      case Op::less:
        return binary(expr, "<");
      case Op::less_equal:
        return binary(expr, "<=");
      case Op::greater:
        return binary(expr, ">");
      case Op::greater_equal:
        return binary(expr, ">=");
      case Op::is_distinct:
        return binary(expr, "IS NOT");
      case Op::is_not_distinct:
        return binary(expr, "IS");
      case Op::logical_and:
        return "(" + joined(expr, 0, " AND ") + ")";
      case Op::logical_or:
        return "(" + joined(expr, 0, " OR ") + ")";
      case Op::logical_not:
        return "(NOT " + print(expr.args[0]) + ")";
      case Op::is_null:
        return postfix(expr, "IS NULL");
      case Op::is_not_null:
        return postfix(expr, "IS NOT NULL");
      case Op::is_true:
        return postfix(expr, "IS TRUE");
      case Op::is_not_true:
        return postfix(expr, "IS NOT TRUE");
      case Op::is_false:
        return postfix(expr, "IS FALSE");
      case Op::is_not_false:
        return postfix(expr, "IS NOT FALSE");
      case Op::add:
        return binary(expr, "+");
      case Op::subtract:
        return binary(expr, "-");
      case Op::multiply:
        return binary(expr, "*");
      case Op::negate:
        return "(- " + print(expr.args[0]) + ")";
      case Op::concat:
        return binary(expr, "||");
      case Op::nullif:
        return "nullif(" + joined(expr, 0, ", ") + ")";
      case Op::case_when:
        return case_when(expr);
      case Op::cast:
        return cast(expr);
      case Op::in_list:
        return print(expr.args[0]) + " IN (" + joined(expr, 1, ", ") + ")";
      case Op::function:
        return call(expr);
      case Op::coalesce:  // which takes two arguments and more
        return expr.args.size() == 1 ? print(expr.args[0])
                                     : "coalesce(" + joined(expr, 0, ", ") + ")";
      case Op::divide:
        refuse("division");
      case Op::modulo:
        refuse("%");
      case Op::like:
      case Op::not_like:
        refuse("LIKE");
      case Op::greatest:
      case Op::least:
        refuse("GREATEST or LEAST");
      case Op::param:
      case Op::aggregate:
      case Op::subquery_scalar:
      case Op::subquery_exists:
      case Op::subquery_in:
        break;  // never in CHECK or DEFAULT
    }
    refuse("expression");
  }

 private:
  [[noreturn]] void refuse(std::string_view construct) const {
    throw Broken("unsupported", fmt::format("{} in a CHECK or DEFAULT of table {} on SQLite",
                                            construct, table_.name));
  }

  [[nodiscard]] std::string literal(const Value& value) const {
    switch (value.type()) {
      case Type::boolean:
        return value.as_bool() ? "1" : "0";
      case Type::timestamptz:
        return std::to_string(value.as_timestamp().microseconds);
      case Type::interval:
        refuse("interval");
      default:
        return to_literal(value);
    }
  }

  [[nodiscard]] std::string joined(const Expr& expr, std::size_t first,
                                   std::string_view separator) const {
    std::string text;
    for (std::size_t n = first; n < expr.args.size(); ++n) {
      if (n > first) text += separator;
      text += print(expr.args[n]);
    }
    return text;
  }
  [[nodiscard]] std::string binary(const Expr& expr, std::string_view op) const {
    return fmt::format("({} {} {})", print(expr.args[0]), op, print(expr.args[1]));
  }
  [[nodiscard]] std::string postfix(const Expr& expr, std::string_view op) const {
    return fmt::format("({} {})", print(expr.args[0]), op);
  }

  [[nodiscard]] std::string case_when(const Expr& expr) const {
    std::string text = "CASE";
    std::size_t n = 0;
    for (; n + 1 < expr.args.size(); n += 2) {
      text += fmt::format(" WHEN {} THEN {}", print(expr.args[n]), print(expr.args[n + 1]));
    }
    if (n < expr.args.size()) text += " ELSE " + print(expr.args[n]);
    return text + " END";
  }

  [[nodiscard]] std::string cast(const Expr& expr) const {
    const Type from = expr.args[0].type;
    if (from == Type::int4 && expr.type == Type::int8) return print(expr.args[0]);
    if ((from == Type::int4 || from == Type::int8) && expr.type == Type::text) {
      return "CAST(" + print(expr.args[0]) + " AS TEXT)";
    }
    refuse(fmt::format("cast from {} to {}", type_name(from), type_name(expr.type)));
  }

  [[nodiscard]] std::string call(const Expr& expr) const {
    const std::string args = "(" + joined(expr, 0, ", ") + ")";
    switch (expr.function) {
      case Function::now:
        return "now()";
      case Function::clock_timestamp:
        return "clock_timestamp()";
      case Function::length:
        return "length" + args;
      case Function::lower:
        return "lower" + args;
      case Function::upper:
        return "upper" + args;
      case Function::abs:
        return "abs" + args;
      case Function::replace:
        return "replace" + args;
      case Function::position:
        return "instr" + args;
      case Function::trim:
        return "trim" + args;
      default:  // among others substr: SQLite counts from the end where the start is negative
        break;
    }
    refuse("function");
  }

  const Table& table_;
};

// Whether the primary key is this column alone.
bool is_sole_key(const Table& table, std::size_t column) {
  const UniqueKey* key = table.primary_key();
  return key != nullptr && key->columns == std::vector{column};
}

std::string column_ddl(const Table& table, std::size_t index, const Printer& printer) {
  const Column& column = table.columns[index];
  const std::string name = quoted_name(column.name);
  if (column.identity != Identity::none) {  // SQLite numbers no other columns
    if (!is_sole_key(table, index)) {
      throw Broken("unsupported",
                   fmt::format("identity column {}.{} on SQLite: it is not the primary key",
                               table.name, column.name));
    }
    return name + " INTEGER PRIMARY KEY AUTOINCREMENT";
  }
  const bool text =
      column.type == Type::text || column.type == Type::uuid || column.type == Type::interval;
  // A primary key of the one column INTEGER would number rows that give it no value; INT does not.
  std::string ddl = name + (text ? " TEXT" : is_sole_key(table, index) ? " INT" : " INTEGER");
  if (column.not_null) ddl += " NOT NULL";
  if (column.default_value) ddl += " DEFAULT (" + printer.print(*column.default_value) + ")";
  return ddl;
}

std::string key_ddl(const Table& table, const UniqueKey& key) {
  std::string columns;
  for (const std::size_t column : key.columns) {
    if (!columns.empty()) columns += ", ";
    columns += quoted_name(table.columns[column].name);
  }
  return fmt::format("CONSTRAINT {} {} ({})", quoted_name(key.name),
                     key.primary ? "PRIMARY KEY" : "UNIQUE", columns);
}

// What SQLite has not, or not with the same meaning.
void require_supported(const Table& table) {
  const auto refuse = [&](std::string_view construct) {
    throw Broken("unsupported", fmt::format("{} in table {} on SQLite", construct, table.name));
  };
  for (const Column& column : table.columns) {
    if (column.type == Type::numeric || column.type == Type::bpchar || column.type == Type::oid) {
      refuse(fmt::format("type {}", type_name(column.type)));
    }
    if (column.length_max) refuse("varchar with a length");
  }
  for (const UniqueKey& key : table.keys) {
    if (key.nulls_not_distinct) refuse("NULLS NOT DISTINCT");
    if (!key.covers_all_rows()) refuse("a partial index or one on expressions");
  }
  if (!table.foreign_keys.empty()) refuse("FOREIGN KEY");
}

}  // namespace

std::string sqlite_ddl(const Table& table) {
  require_supported(table);
  const Printer printer(table);
  std::string parts;
  const auto add = [&](const std::string& part) { parts += (parts.empty() ? "" : ", ") + part; };
  bool key_is_identity = false;
  for (std::size_t n = 0; n < table.columns.size(); ++n) {
    add(column_ddl(table, n, printer));
    key_is_identity = key_is_identity || table.columns[n].identity != Identity::none;
  }
  for (const UniqueKey& key : table.keys) {
    if (!key.primary || !key_is_identity) add(key_ddl(table, key));
  }
  for (const Check& check : table.checks) {
    add(fmt::format("CONSTRAINT {} CHECK ({})", quoted_name(check.name),
                    printer.print(*check.condition)));
  }
  return fmt::format("CREATE TABLE {} ({}) STRICT", quoted_name(table.name), parts);
}

}  // namespace racewindow
