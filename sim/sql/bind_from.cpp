// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "sim/sql/bind.h"
#include "sim/sql/bind_with.h"
#include "sim/sql/error.h"
#include "sim/sql/names.h"

namespace racewindow {
namespace {

// Adds the entries of one FROM item after another, each joined to those before it.
class FromBinder {
 public:
  FromBinder(Binding& binding, Scope& scope, Select& select)
      : binding_(binding), scope_(scope), select_(select) {}

  // An item of the comma list. Its ON conditions see only the entries of the item itself.
  void add_item(const Node& item) {
    std::vector<VisibleColumn> before = std::move(scope_.visible);
    scope_.visible.clear();
    for (Range& range : scope_.ranges) range.reachable = false;
    add(item, select_.from.empty() ? JoinKind::first : JoinKind::cross);
    for (Range& range : scope_.ranges) range.reachable = true;
    before.insert(before.end(), scope_.visible.begin(), scope_.visible.end());
    scope_.visible = std::move(before);
  }

 private:
  void add(const Node& item, JoinKind join) {
    if (item.is("RangeVar")) {
      const auto cte =
          item.has("schemaname") ? std::nullopt : find_cte(binding_, item.text("relname"));
      if (cte) return add_cte(item, *cte, join);
      return is_lock_view(item) ? add_lock_view(item, join) : add_table(item, join);
    }
    if (item.is("RangeFunction")) return add_series(item, join);
    if (item.is("RangeSubselect")) return add_derived(item, join);
    if (item.is("JoinExpr")) return add_join(item, join);
    item.refuse();
  }

  void add_table(const Node& item, JoinKind join) {
    const TableReference reference = bind_table(binding_.catalog, item);
    Range range = range_of(*reference.table, reference.alias);
    rename_columns(item, range);
    RangeEntry entry;
    entry.table = reference.table;
    add_entry(std::move(entry), std::move(range), join);
  }

  void add_cte(const Node& item, std::size_t index, JoinKind join) {
    item.only({"relname", "inh", "relpersistence", "alias"});
    const Cte& cte = binding_.ctes[index];
    if (cte.columns.empty() && !std::holds_alternative<Select>(cte.body)) {
      throw SqlError("0A000",
                     fmt::format("WITH query \"{}\" does not have a RETURNING clause", cte.name));
    }
    Range range{alias_of(item, cte.name), nullptr, cte.columns, true};
    rename_columns(item, range);
    RangeEntry entry;
    entry.cte = index;
    add_entry(std::move(entry), std::move(range), join);
  }

  void add_lock_view(const Node& item, JoinKind join) {
    item.only({"schemaname", "relname", "inh", "relpersistence", "alias"});
    Range range{alias_of(item, "pg_locks"), nullptr, lock_view_columns(), true};
    rename_columns(item, range);
    RangeEntry entry;
    entry.is_lock_view = true;
    add_entry(std::move(entry), std::move(range), join);
  }

  void add_series(const Node& item, JoinKind join) {
    Series series = bind_series(binding_, scope_, item);
    // The one column has the name of the entry.
    const std::string alias = alias_of(item, "generate_series");
    Range range{alias, nullptr, {{alias, series.type}}, true};
    rename_columns(item, range);
    RangeEntry entry;
    entry.series = std::make_shared<const Series>(std::move(series));
    add_entry(std::move(entry), std::move(range), join);
  }

  static std::string alias_of(const Node& item, const std::string& otherwise) {
    return item.has("alias") ? item.part("alias", "Alias").text("aliasname") : otherwise;
  }

  void add_derived(const Node& item, JoinKind join) {
    item.only({"subquery", "alias"});
    const Node subquery = item.child("subquery");
    if (!subquery.is("SelectStmt")) subquery.refuse();
    Scope around;  // the siblings in FROM are known, but out of reach
    around.outer = scope_.outer;
    around.derived = true;
    around.ranges = scope_.ranges;
    for (Range& range : around.ranges) range.reachable = false;
    auto select = std::make_shared<Select>(bind_select(binding_, &around, subquery));
    Range range{item.part("alias", "Alias").text("aliasname"), nullptr, select->columns, true};
    rename_columns(item, range);
    RangeEntry entry;
    entry.subquery = std::move(select);
    add_entry(std::move(entry), std::move(range), join);
  }

  // AS alias (a, b): new names for the first columns.
  static void rename_columns(const Node& item, Range& range) {
    if (!item.has("alias")) return;
    const auto names =
        item.part("alias", "Alias").only({"aliasname", "colnames"}).names("colnames");
    if (names.size() > range.columns.size()) {
      throw SqlError("42P10", fmt::format("table \"{}\" has {} columns available but {} columns "
                                          "specified",
                                          range.alias, range.columns.size(), names.size()));
    }
    for (std::size_t n = 0; n < names.size(); ++n) range.columns[n].name = names[n];
  }

  void add_entry(RangeEntry entry, Range range, JoinKind join) {
    entry.alias = range.alias;
    entry.join = join;
    for (const OutputColumn& column : range.columns) entry.types.push_back(column.type);
    add_range(scope_, std::move(range));
    select_.from.push_back(std::move(entry));
  }

  void add_join(const Node& item, JoinKind join) {
    item.only({"jointype", "larg", "rarg", "quals", "usingClause"});
    const std::string type = item.text("jointype");
    if (type != "JOIN_INNER" && type != "JOIN_LEFT") item.refuse(type);
    add(item.child("larg"), join);
    const std::vector<VisibleColumn> left = scope_.visible;
    const Node right = item.child("rarg");
    if (right.is("JoinExpr")) right.refuse("join nested on the right of a join");
    const bool conditional = item.has("quals") || item.has("usingClause");
    add(right, type == "JOIN_LEFT" ? JoinKind::left
               : conditional       ? JoinKind::inner
                                   : JoinKind::cross);
    scope_.clause = Clause::join;
    if (item.has("usingClause")) {
      select_.from.back().on = bind_using(item, left);
    } else if (item.has("quals")) {
      select_.from.back().on = bind_condition(binding_, scope_, item.child("quals"), "JOIN/ON");
    }
  }

  // JOIN … USING (a, b): equality of the columns, which from then on are one, the left one (of an
  // inner or left join the two differ only where the right one is NULL), and stand first.
  Expr bind_using(const Node& item, const std::vector<VisibleColumn>& left) {
    std::vector<VisibleColumn> right = columns_of(scope_, scope_.ranges.size() - 1);
    std::vector<VisibleColumn> rest = left;
    std::vector<VisibleColumn> merged;
    Expr all;
    all.op = Op::logical_and;
    all.type = Type::boolean;
    for (const std::string& name : item.names("usingClause")) {
      const VisibleColumn a = take(rest, name, "left");
      const VisibleColumn b = take(right, name, "right");
      Expr equal;
      equal.op = Op::equal;
      equal.type = Type::boolean;
      equal.args = {column_expr(scope_, a.range, a.column), column_expr(scope_, b.range, b.column)};
      if (equal.args[0].type != equal.args[1].type) item.refuse("USING columns of two types");
      all.args.push_back(std::move(equal));
      merged.push_back(a);
    }
    scope_.visible = std::move(merged);
    scope_.visible.insert(scope_.visible.end(), rest.begin(), rest.end());
    scope_.visible.insert(scope_.visible.end(), right.begin(), right.end());
    return all;
  }

  static VisibleColumn take(std::vector<VisibleColumn>& columns, std::string_view name,
                            std::string_view side) {
    const auto named = [&](const VisibleColumn& c) { return c.name == name; };
    const auto found = std::find_if(columns.begin(), columns.end(), named);
    if (found == columns.end()) {
      throw SqlError(sqlstate::undefined_column,
                     fmt::format("column \"{}\" specified in USING clause does not exist in {} "
                                 "table",
                                 name, side));
    }
    if (std::any_of(found + 1, columns.end(), named)) {
      throw SqlError("42702", fmt::format("common column name \"{}\" appears more than once in {} "
                                          "table",
                                          name, side));
    }
    const VisibleColumn column = *found;
    columns.erase(found);
    return column;
  }

  Binding& binding_;
  Scope& scope_;
  Select& select_;
};

}  // namespace

void bind_from(Binding& binding, Scope& scope, Select& select, const std::vector<Node>& items) {
  FromBinder from(binding, scope, select);
  for (const Node& item : items) from.add_item(item);
}

std::vector<RangeEntry> bind_joined(Binding& binding, Scope& scope, const Table& target,
                                    const std::vector<Node>& items) {
  Select select;
  RangeEntry entry;
  entry.table = &target;
  select.from.push_back(std::move(entry));
  bind_from(binding, scope, select, items);
  select.from.erase(select.from.begin());
  for (const RangeEntry& joined : select.from) {
    if (joined.is_lock_view)
      items.front().refuse("pg_locks joined to the table of an UPDATE or DELETE");
  }
  return std::move(select.from);
}

TableReference bind_table(const Catalog& catalog, const Node& range_var) {
  range_var.only({"schemaname", "relname", "inh", "relpersistence", "alias"});
  if (!range_var.flag("inh")) range_var.refuse("ONLY");
  const QualifiedName name = qualified_name(range_var);
  const Table* table = catalog.find(name.name, name.schema);
  if (table == nullptr) {
    throw SqlError(sqlstate::undefined_table,
                   fmt::format("relation \"{}\" does not exist", name.written));
  }
  return {table,
          range_var.has("alias") ? range_var.part("alias", "Alias").text("aliasname") : name.name};
}

}  // namespace racewindow
