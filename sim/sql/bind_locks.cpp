// SPDX-License-Identifier: Apache-2.0
// The view pg_locks, as far as it says the same on every server: advisory locks, and the locks of
// one table. Its other rows depend on indexes, catalogs and transaction numbers.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "sim/sql/bind.h"
#include "sim/sql/error.h"
#include "sim/sql/names.h"
#include "sim/sql/visit.h"

namespace racewindow {
namespace {

struct KnownColumn {
  std::string_view name;
  Type type;
  bool is_supported;
};
// In the order of LockColumn.
constexpr std::array<KnownColumn, kLockColumns> kColumns{{
    {"locktype", Type::text, true},
    {"database", Type::oid, false},
    {"relation", Type::oid, false},
    {"page", Type::int4, false},
    {"tuple", Type::int4, false},
    {"virtualxid", Type::text, false},
    {"transactionid", Type::text, false},
    {"classid", Type::oid, true},
    {"objid", Type::oid, true},
    {"objsubid", Type::int4, true},
    {"virtualtransaction", Type::text, false},
    {"pid", Type::int4, true},
    {"mode", Type::text, true},
    {"granted", Type::boolean, true},
    {"fastpath", Type::boolean, false},
    {"waitstart", Type::timestamptz, false},
}};

bool is_column(const Expr& expr, std::size_t entry, LockColumn column) {
  return expr.op == Op::column && expr.level == 0 && expr.entry == entry &&
         expr.index == static_cast<std::uint32_t>(column);
}

// What a condition, or one of the conjuncts in it, sets the column equal to; null: nothing fixed.
const Expr* fixed_to(const Expr& condition, std::size_t entry, LockColumn column) {
  if (condition.op == Op::logical_and) {
    for (const Expr& arg : condition.args) {
      if (const Expr* found = fixed_to(arg, entry, column)) return found;
    }
  }
  if (condition.op != Op::equal) return nullptr;
  for (const std::size_t side : {std::size_t{0}, std::size_t{1}}) {
    const Expr& other = condition.args[1 - side];
    if (is_column(condition.args[side], entry, column) && other.op == Op::constant) return &other;
  }
  return nullptr;
}

// Refuses what the select asks of this entry beyond the rows and columns that are known.
void check_entry(const Node& node, const Select& select, std::size_t entry) {
  const auto fixed = [&](LockColumn column) -> const Expr* {
    const RangeEntry& range = select.from[entry];
    const bool on_decides = range.on && range.join != JoinKind::left;
    const Expr* found = select.where ? fixed_to(*select.where, entry, column) : nullptr;
    return found == nullptr && on_decides ? fixed_to(*range.on, entry, column) : found;
  };
  const Expr* type = fixed(LockColumn::locktype);
  const Expr* relation = fixed(LockColumn::relation);
  const std::string_view wanted =
      type == nullptr || type->value.is_null() ? "" : type->value.as_text();
  if (wanted != "advisory" && (wanted != "relation" || relation == nullptr)) {
    node.refuse(
        "pg_locks without locktype = 'advisory', or locktype = 'relation' and "
        "relation = 'table'::regclass, in WHERE");
  }
  visit(select, 0,
        {[&](const Expr& expr, unsigned depth) {
           // The comparison that was found.
           if (expr.op == Op::equal && relation != nullptr &&
               (&expr.args[0] == relation || &expr.args[1] == relation)) {
             return false;
           }
           if (expr.op == Op::column && expr.level == depth && expr.entry == entry &&
               !kColumns[expr.index].is_supported) {
             node.refuse(fmt::format("column {} of pg_locks", kColumns[expr.index].name));
           }
           return true;
         },
         [](const Select&) {}});
}

}  // namespace

bool is_lock_view(const Node& range_var) {
  return range_var.text("relname") == "pg_locks" &&
         (!range_var.has("schemaname") || range_var.text("schemaname") == "pg_catalog");
}

std::vector<OutputColumn> lock_view_columns() {
  std::vector<OutputColumn> columns;
  for (const KnownColumn& column : kColumns) {
    columns.push_back({std::string(column.name), column.type});
  }
  return columns;
}

void check_lock_views(const Node& node, const Select& select) {
  for (std::size_t n = 0; n < select.from.size(); ++n) {
    if (select.from[n].is_lock_view) check_entry(node, select, n);
  }
}

std::optional<Expr> bind_regclass(const Binding& binding, const Node& node) {
  if (!node.is("TypeCast")) return std::nullopt;
  const Node type = node.part("typeName", "TypeName");
  const Node literal = node.child("arg");
  if (type.names("names").back() != "regclass") return std::nullopt;
  if (!literal.is("A_Const") || !literal.has("sval")) node.refuse("regclass of no literal");
  const std::string text = literal.part("sval", "String").text("sval");
  const QualifiedName name = parse_qualified_name(binding.catalog, text);
  if (const Table* table = binding.catalog.find(name.name, name.schema)) {
    return constant_expr(Type::oid, Value::oid(relation_oid(table->id)));
  }
  if (binding.catalog.has_relation(name.name, name.schema)) node.refuse("regclass of no table");
  throw SqlError(sqlstate::undefined_table,
                 fmt::format("relation \"{}\" does not exist", name.written));
}

}  // namespace racewindow
