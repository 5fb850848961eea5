// SPDX-License-Identifier: Apache-2.0
// CREATE INDEX, and the indexes that ON CONFLICT (…) means.
#include <fmt/format.h>

#include <algorithm>

#include "sim/sql/bind.h"
#include "sim/sql/error.h"
#include "sim/sql/names.h"
#include "sim/sql/visit.h"

namespace racewindow {
namespace {

// Whether the value of an expression depends on more than its row.
bool is_volatile(const Expr& expr) {
  bool found = false;
  visit(expr, 0, {[&](const Expr& e, unsigned) {
          const bool of_time = e.type == Type::timestamptz ||
                               std::any_of(e.args.begin(), e.args.end(), [](const Expr& arg) {
                                 return arg.type == Type::timestamptz;
                               });
          const bool calls = e.op == Op::function &&
                             (e.function == Function::now ||
                              e.function == Function::clock_timestamp || acts_on_store(e.function));
          const bool computes = e.op == Op::cast || e.op == Op::add || e.op == Op::subtract;
          found = found || calls || (of_time && computes);  // the time zone decides too
          return true;
        }});
  return found;
}

void require_immutable(const Expr& expr, std::string_view place) {
  if (!is_volatile(expr)) return;
  throw SqlError("42P17", fmt::format("functions in {} must be marked IMMUTABLE", place));
}

Expr bind_element(Binding& binding, Scope& scope, const Node& element) {
  element.only({"name", "expr", "ordering", "nulls_ordering"});
  if (!element.has("name")) {
    scope.clause = Clause::index_expression;
    std::vector<Expr> expr{bind_expr(binding, scope, element.child("expr"))};
    resolve_unknown(binding, expr);
    return std::move(expr[0]);
  }
  const std::string name = element.text("name");
  const Table& table = *scope.ranges[0].table;
  const std::size_t column = table.find_column(name);
  if (column == Table::npos) {
    throw SqlError(sqlstate::undefined_column, fmt::format("column \"{}\" does not exist", name));
  }
  return column_expr(scope, 0, column);
}

Expr bind_predicate(Binding& binding, Scope& scope, const Node& node) {
  scope.clause = Clause::index_predicate;
  return bind_condition(binding, scope, node, "WHERE");
}

bool is_column(const Expr& expr) {
  return expr.op == Op::column;
}

// The key of an index on these elements.
UniqueKey key_of(std::vector<Expr> elements) {
  UniqueKey key;
  key.is_constraint = false;
  const bool plain = std::all_of(elements.begin(), elements.end(), is_column);
  for (Expr& element : elements) {
    if (plain) {
      key.columns.push_back(element.index);
    } else {
      key.expressions.push_back(std::make_shared<const Expr>(std::move(element)));
    }
  }
  return key;
}

// The name that the server gives an index without one: p_a_lower_idx.
std::string default_name(const Catalog& catalog, const Table& table,
                         const std::vector<Node>& elements) {
  std::vector<std::string> parts;
  for (const Node& element : elements) {
    const std::string own =
        element.has("name") ? element.text("name") : natural_name(element.child("expr"));
    const std::string base = own.empty() ? "expr" : own;
    std::string part = base;
    for (int n = 1; std::find(parts.begin(), parts.end(), part) != parts.end(); ++n) {
      part = fmt::format("{}{}", base, n);
    }
    parts.push_back(std::move(part));
  }
  std::string base = table.name;
  for (const std::string& part : parts) base += "_" + part;
  base += "_idx";
  std::string name = base;
  for (int n = 1; catalog.has_relation(name, table.schema); ++n) {
    name = fmt::format("{}{}", base, n);
  }
  return name;
}

const Table& indexed_table(const Catalog& catalog, const Node& range_var) {
  range_var.only({"schemaname", "relname", "inh", "relpersistence"});
  const QualifiedName name = qualified_name(range_var);
  require_schema(catalog, name.schema);
  if (const Table* table = catalog.find(name.name, name.schema)) return *table;
  if (catalog.has_relation(name.name, name.schema)) {
    throw SqlError("42809", fmt::format("cannot create index on relation \"{}\"", name.name));
  }
  throw SqlError(sqlstate::undefined_table,
                 fmt::format("relation \"{}\" does not exist", name.written));
}

Scope scope_of(const Table& table) {
  Scope scope;
  add_range(scope, range_of(table, table.name));
  return scope;
}

std::vector<const Expr*> conjuncts(const Expr& condition) {
  if (condition.op != Op::logical_and) return {&condition};
  std::vector<const Expr*> all;
  for (const Expr& arg : condition.args) {
    const auto inner = conjuncts(arg);
    all.insert(all.end(), inner.begin(), inner.end());
  }
  return all;
}

// Whether each conjunct of a predicate is one of the condition's.
bool implies(const std::optional<Expr>& condition, const Expr& predicate) {
  if (!condition) return false;
  const auto given = conjuncts(*condition);
  const auto wanted = conjuncts(predicate);
  return std::all_of(wanted.begin(), wanted.end(), [&](const Expr* part) {
    return std::any_of(given.begin(), given.end(),
                       [&](const Expr* other) { return same_expr(*part, *other); });
  });
}

// Whether a key is on these columns and expressions, in any order.
bool is_on(const UniqueKey& key, const std::vector<Expr>& elements) {
  std::vector<Expr> own;
  for (const auto& expression : key.expressions) own.push_back(*expression);
  for (const std::size_t column : key.columns) {
    Expr expr;
    expr.op = Op::column;
    expr.index = static_cast<std::uint32_t>(column);
    own.push_back(std::move(expr));
  }
  const auto same = [](const Expr& a, const Expr& b) {
    return a.op == Op::column && b.op == Op::column ? a.index == b.index : same_expr(a, b);
  };
  const auto within = [&](const std::vector<Expr>& a, const std::vector<Expr>& b) {
    return std::all_of(a.begin(), a.end(), [&](const Expr& x) {
      return std::any_of(b.begin(), b.end(), [&](const Expr& y) { return same(x, y); });
    });
  };
  return within(own, elements) && within(elements, own);
}

}  // namespace

CreateIndex bind_create_index(Binding& binding, const Node& node) {
  node.only({"idxname", "relation", "accessMethod", "indexParams", "indexIncludingParams",
             "whereClause", "unique", "concurrent", "if_not_exists", "nulls_not_distinct"});
  const std::string method = node.text("accessMethod");
  const bool unique = node.flag("unique");
  if (method == "hash" && unique) {
    throw SqlError("0A000", "access method \"hash\" does not support unique indexes");
  }
  if (method != "btree" && method != "hash") node.refuse("index of method " + method);
  const Table& table = indexed_table(binding.catalog, node.part("relation", "RangeVar"));
  CreateIndex create;
  create.table = &table;
  create.concurrently = node.flag("concurrent");
  std::vector<Node> elements = node.list("indexParams");
  Scope scope = scope_of(table);
  std::vector<Expr> exprs;
  for (const Node& element : elements) exprs.push_back(bind_element(binding, scope, element));
  for (const Node& element : node.list("indexIncludingParams")) {
    (void)bind_element(binding, scope, element);
    elements.push_back(element);
  }
  create.name =
      node.has("idxname") ? node.text("idxname") : default_name(binding.catalog, table, elements);
  if (binding.catalog.has_relation(create.name, table.schema)) {
    create.exists = node.flag("if_not_exists");
    if (create.exists) return create;
    throw SqlError("42P07", fmt::format("relation \"{}\" already exists", create.name));
  }
  for (const Expr& expr : exprs) require_immutable(expr, "index expression");
  std::optional<Expr> predicate;
  if (node.has("whereClause")) {
    predicate = bind_predicate(binding, scope, node.child("whereClause"));
    require_immutable(*predicate, "index predicate");
  }
  if (!unique) return create;
  create.key = key_of(std::move(exprs));
  create.key->name = create.name;
  create.key->nulls_not_distinct = node.flag("nulls_not_distinct");
  if (predicate) create.key->predicate = std::make_shared<const Expr>(std::move(*predicate));
  return create;
}

const UniqueKey& bind_inferred_arbiter(Binding& binding, const Table& table, const Node& infer) {
  Scope scope = scope_of(table);
  std::vector<Expr> elements;
  for (const Node& element : infer.list("indexElems")) {
    if (element.text("ordering") != "SORTBY_DEFAULT" ||
        element.text("nulls_ordering") != "SORTBY_NULLS_DEFAULT") {
      throw SqlError("42P10", "ASC/DESC is not allowed in ON CONFLICT clause");
    }
    elements.push_back(bind_element(binding, scope, element));
  }
  std::optional<Expr> condition;
  if (infer.has("whereClause")) {
    condition = bind_predicate(binding, scope, infer.child("whereClause"));
  }
  bool is_open = false;  // a partial index might do, which the server would have to prove
  for (const UniqueKey& key : table.keys) {
    if (!is_on(key, elements)) continue;
    if (!key.predicate || implies(condition, *key.predicate)) return key;
    is_open = is_open || condition;
  }
  if (is_open) infer.refuse("ON CONFLICT with a predicate other than the partial index's");
  throw SqlError(
      "42P10", "there is no unique or exclusion constraint matching the ON CONFLICT specification");
}

}  // namespace racewindow
