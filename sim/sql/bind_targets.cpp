// SPDX-License-Identifier: Apache-2.0
#include "sim/sql/bind.h"
#include "sim/sql/error.h"

namespace racewindow {
namespace {

bool is_star(const Node& value) {
  if (!value.is("ColumnRef")) return false;
  const auto fields = value.list("fields");
  return fields.back().is("A_Star");
}

void add_star(const Scope& scope, const Node& star, Targets& targets) {
  const auto fields = star.only({"fields"}).list("fields");
  if (fields.size() > 2) star.refuse("schema-qualified name");
  if (fields.size() == 1 && scope.ranges.empty()) {
    throw SqlError(sqlstate::syntax_error, "SELECT * with no tables specified is not valid");
  }
  const auto columns = fields.size() == 1
                           ? scope.visible
                           : columns_of(scope, resolve_range(scope, fields[0].text("sval")));
  for (const VisibleColumn& column : columns) {
    targets.outputs.push_back(column_expr(scope, column.range, column.column));
    targets.names.push_back(column.name);
  }
}

struct ColumnName {
  std::string name;
  bool own = true;  // false: the type of a cast, which a better name replaces
};

// The name that the server gives a result column without AS (FigureColname).
ColumnName column_name(const Node& value) {
  if (value.is("ColumnRef")) return {value.names("fields").back()};
  if (value.is("FuncCall")) return {value.names("funcname").back()};
  if (value.is("A_Expr") && value.text("kind") == "AEXPR_NULLIF") return {"nullif"};
  if (value.is("CoalesceExpr")) return {"coalesce"};
  if (value.is("MinMaxExpr")) return {value.text("op") == "IS_LEAST" ? "least" : "greatest"};
  if (value.is("SQLValueFunction")) return {"current_timestamp"};
  if (value.is("TypeCast")) {
    const ColumnName name = column_name(value.child("arg"));
    if (!name.name.empty() && name.own) return name;
    return {value.part("typeName", "TypeName").names("names").back(), false};
  }
  if (value.is("CaseExpr")) {
    const ColumnName name =
        value.has("defresult") ? column_name(value.child("defresult")) : ColumnName{"", false};
    return !name.name.empty() && name.own ? name : ColumnName{"case", false};
  }
  if (value.is("SubLink")) {
    if (value.text("subLinkType") == "EXISTS_SUBLINK") return {"exists"};
    if (value.text("subLinkType") != "EXPR_SUBLINK") return {"", false};
    const auto targets = value.child("subselect").list("targetList");
    if (targets.empty()) return {"column1"};
    return targets[0].has("name") ? ColumnName{targets[0].text("name")}
                                  : column_name(targets[0].child("val"));
  }
  return {"", false};
}

}  // namespace

std::string natural_name(const Node& value) {
  return column_name(value).name;
}

Targets bind_targets(Binding& binding, Scope& scope, const std::vector<Node>& list) {
  Targets targets;
  for (const Node& target : list) {
    target.only({"name", "val"});
    const Node value = target.child("val");
    if (is_star(value)) {
      add_star(scope, value, targets);
      continue;
    }
    targets.outputs.push_back(bind_expr(binding, scope, value));
    const std::string name = target.has("name") ? target.text("name") : natural_name(value);
    targets.names.push_back(name.empty() ? "?column?" : name);
  }
  return targets;
}

std::vector<OutputColumn> columns_of(const Targets& targets) {
  std::vector<OutputColumn> columns;
  for (std::size_t n = 0; n < targets.names.size(); ++n) {
    columns.push_back({targets.names[n], targets.outputs[n].type});
  }
  return columns;
}

}  // namespace racewindow
