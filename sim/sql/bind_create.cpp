// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "sim/sql/bind.h"
#include "sim/sql/error.h"
#include "sim/sql/names.h"
#include "sim/sql/table_binder.h"

namespace racewindow {

CreateTable bind_create_table(Binding& binding, const Node& node) {
  node.only({"relation", "tableElts", "oncommit", "if_not_exists"});
  if (node.text("oncommit") != "ONCOMMIT_NOOP") node.refuse("ON COMMIT");
  const Node relation = node.part("relation", "RangeVar");
  relation.only({"schemaname", "relname", "inh", "relpersistence"});
  // An UNLOGGED table differs in what a crash of the server leaves of it, and there are none.
  if (relation.text("relpersistence") == "t") relation.refuse("TEMPORARY");
  const QualifiedName name = qualified_name(relation);
  require_schema(binding.catalog, name.schema);
  CreateTable create;
  create.if_not_exists = node.flag("if_not_exists");
  create.exists = binding.catalog.has_relation(name.name, name.schema);
  if (create.exists && !create.if_not_exists) {
    throw SqlError("42P07", fmt::format("relation \"{}\" already exists", name.name));
  }
  Table empty;
  empty.schema = name.schema;
  empty.name = name.name;
  TableBinder table(binding, std::move(empty));
  for (const Node& element : node.list("tableElts")) {
    if (element.is("ColumnDef")) {
      table.add_column(element);
    } else if (element.is("Constraint")) {
      table.add_constraint(element);
    } else {
      element.refuse();
    }
  }
  create.table = table.finish();
  return create;
}

}  // namespace racewindow
