// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>

#include "sim/sql/bind.h"
#include "sim/sql/error.h"
#include "sim/sql/visit.h"

namespace racewindow {
namespace {

constexpr std::size_t kNameMax = 63;

// Builds a table from its column definitions and constraints. Constraints are bound once all
// columns are known, columns' own first, as the server does.
class TableBinder {
 public:
  TableBinder(Binding& binding, std::string name) : binding_(binding) {
    table_.name = std::move(name);
  }

  void add_column(const Node& definition) {
    definition.only({"colname", "typeName", "is_local", "constraints"});
    Column column;
    column.name = definition.text("colname");
    if (table_.find_column(column.name) != Table::npos) twice(column.name);
    const bool is_serial = set_type(column, definition.part("typeName", "TypeName"));
    bool nullable = false;
    for (const Node& constraint : definition.list("constraints")) {
      const std::string kind = constraint.text("contype");
      if (kind == "CONSTR_NOTNULL" || kind == "CONSTR_NULL") {
        constraint.only({"contype", "conname"});
        (kind == "CONSTR_NULL" ? nullable : column.not_null) = true;
      } else if (kind == "CONSTR_DEFAULT") {
        constraint.only({"contype", "conname", "raw_expr"});
        if (column.default_value || is_serial) two_defaults(column);
        if (column.identity != Identity::none) default_and_identity(column);
        column.default_value = bind_default(column, constraint.child("raw_expr"));
      } else if (kind == "CONSTR_IDENTITY") {
        set_identity(column, constraint);
      } else {
        pending_.push_back({constraint, table_.columns.size()});
      }
      if (nullable && column.not_null) {
        throw SqlError(sqlstate::syntax_error,
                       fmt::format("conflicting NULL/NOT NULL declarations for column \"{}\" of "
                                   "table \"{}\"",
                                   column.name, table_.name));
      }
    }
    table_.columns.push_back(std::move(column));
  }

  void add_constraint(const Node& constraint) { pending_.push_back({constraint, std::nullopt}); }

  Table finish() {
    add_range(scope_, range_of(table_, table_.name));
    // The primary key's index is made first.
    std::stable_partition(pending_.begin(), pending_.end(), [](const Pending& p) {
      return p.constraint.text("contype") == "CONSTR_PRIMARY";
    });
    for (const Pending& pending : pending_) {
      const std::string kind = pending.constraint.text("contype");
      if (kind == "CONSTR_CHECK") {
        add_check(pending);
      } else if (kind == "CONSTR_PRIMARY" || kind == "CONSTR_UNIQUE") {
        add_key(pending, kind == "CONSTR_PRIMARY");
      } else {
        pending.constraint.refuse(kind == "CONSTR_FOREIGN"     ? "FOREIGN KEY"
                                  : kind == "CONSTR_GENERATED" ? "generated column"
                                  : kind == "CONSTR_EXCLUSION" ? "EXCLUDE"
                                                               : "DEFERRABLE");
      }
    }
    return std::move(table_);
  }

 private:
  struct Pending {
    Node constraint;
    std::optional<std::size_t> column;  // of a column's own constraint
  };

  // Whether it is a serial type: an integer with a sequence.
  static bool set_type(Column& column, const Node& type) {
    const std::string name = type.names("names").back();
    const bool small = name == "serial" || name == "serial4";
    if (!small && name != "bigserial" && name != "serial8") {
      column.type = bind_type(type);
      return false;
    }
    type.only({"names", "typemod"});
    column.type = small ? Type::int4 : Type::int8;
    column.identity = Identity::by_default;
    column.not_null = true;
    return true;
  }

  void set_identity(Column& column, const Node& constraint) {
    if (constraint.has("options")) constraint.refuse("identity option");
    constraint.only({"contype", "conname", "generated_when"});
    if (!is_integer(column.type)) {
      throw SqlError("22023", "identity column type must be smallint, integer, or bigint");
    }
    if (column.default_value || column.identity != Identity::none) default_and_identity(column);
    column.identity =
        constraint.text("generated_when") == "a" ? Identity::always : Identity::by_default;
    column.not_null = true;
  }

  std::shared_ptr<const Expr> bind_default(const Column& column, const Node& node) {
    Scope scope;
    scope.clause = Clause::default_value;
    Expr expr = bind_expr(binding_, scope, node);
    if (expr.type != Type::null && !can_cast(expr.type, column.type, CastContext::assignment)) {
      throw SqlError("42804",
                     fmt::format("column \"{}\" is of type {} but default expression is of type {}",
                                 column.name, type_name(column.type), type_name(expr.type)));
    }
    return std::make_shared<const Expr>(coerce(binding_, std::move(expr), column.type));
  }

  void add_check(const Pending& pending) {
    const Node& constraint = pending.constraint;
    constraint.only({"contype", "conname", "raw_expr", "initially_valid"});
    scope_.clause = Clause::check;
    Expr condition = bind_condition(binding_, scope_, constraint.child("raw_expr"), "CHECK");
    // The default name has the column's when the condition is about just one.
    std::vector<std::size_t> used;
    for_each_column(condition, [&](const Expr& e, unsigned) { used.push_back(e.index); });
    std::string base = table_.name;
    if (!used.empty() && std::count(used.begin(), used.end(), used[0]) == std::ssize(used)) {
      base += "_" + table_.columns[used[0]].name;
    }
    table_.checks.push_back({constraint_name(constraint, base + "_check"),
                             std::make_shared<const Expr>(std::move(condition))});
  }

  void add_key(const Pending& pending, bool primary) {
    const Node& constraint = pending.constraint;
    constraint.only({"contype", "conname", "keys"});
    if (primary && table_.primary_key() != nullptr) {
      throw SqlError("42P16", fmt::format("multiple primary keys for table \"{}\" are not allowed",
                                          table_.name));
    }
    UniqueKey key;
    key.primary = primary;
    if (pending.column) key.columns.push_back(*pending.column);
    for (const std::string& name : constraint.names("keys")) {
      const std::size_t column = table_.find_column(name);
      if (column == Table::npos) {
        throw SqlError(sqlstate::undefined_column,
                       fmt::format("column \"{}\" named in key does not exist", name));
      }
      if (std::find(key.columns.begin(), key.columns.end(), column) != key.columns.end()) {
        throw SqlError("42701", fmt::format("column \"{}\" appears twice in {} constraint", name,
                                            primary ? "primary key" : "unique"));
      }
      key.columns.push_back(column);
    }
    std::string base = table_.name;
    for (const std::size_t column : key.columns) {
      if (primary) table_.columns[column].not_null = true;
      if (!primary) base += "_" + table_.columns[column].name;
    }
    // A second constraint on the same columns adds nothing, as in the server.
    const auto same = [&](const UniqueKey& k) { return k.columns == key.columns; };
    if (!constraint.has("conname") && std::any_of(table_.keys.begin(), table_.keys.end(), same)) {
      return;
    }
    key.name = constraint_name(constraint, base + (primary ? "_pkey" : "_key"));
    table_.keys.push_back(std::move(key));
  }

  // The given name, or the default one with a number where it is taken.
  std::string constraint_name(const Node& constraint, const std::string& otherwise) {
    std::string name = constraint.has("conname") ? constraint.text("conname") : otherwise;
    const auto taken = [&] {
      return std::any_of(table_.keys.begin(), table_.keys.end(),
                         [&](const UniqueKey& k) { return k.name == name; }) ||
             std::any_of(table_.checks.begin(), table_.checks.end(),
                         [&](const Check& c) { return c.name == name; });
    };
    for (int n = 1; !constraint.has("conname") && taken(); ++n) {
      name = fmt::format("{}{}", otherwise, n);
    }
    if (taken()) {
      throw SqlError("42710", fmt::format("constraint \"{}\" for relation \"{}\" already exists",
                                          name, table_.name));
    }
    if (name.size() > kNameMax) constraint.refuse("constraint name longer than 63 bytes");
    return name;
  }

  [[noreturn]] static void twice(const std::string& column) {
    throw SqlError("42701", fmt::format("column \"{}\" specified more than once", column));
  }
  [[noreturn]] void two_defaults(const Column& column) const {
    throw SqlError(sqlstate::syntax_error,
                   fmt::format("multiple default values specified for column \"{}\" of table "
                               "\"{}\"",
                               column.name, table_.name));
  }

  [[noreturn]] void default_and_identity(const Column& column) const {
    throw SqlError(sqlstate::syntax_error,
                   fmt::format("both default and identity specified for column \"{}\" of table "
                               "\"{}\"",
                               column.name, table_.name));
  }

  Binding& binding_;
  Table table_;
  std::vector<Pending> pending_;
  Scope scope_;
};

}  // namespace

CreateTable bind_create_table(Binding& binding, const Node& node) {
  node.only({"relation", "tableElts", "oncommit", "if_not_exists"});
  if (node.text("oncommit") != "ONCOMMIT_NOOP") node.refuse("ON COMMIT");
  const Node relation = node.part("relation", "RangeVar");
  relation.only({"relname", "inh", "relpersistence"});
  if (relation.text("relpersistence") != "p") relation.refuse("TEMPORARY or UNLOGGED");
  TableBinder table(binding, relation.text("relname"));
  for (const Node& element : node.list("tableElts")) {
    if (element.is("ColumnDef")) {
      table.add_column(element);
    } else if (element.is("Constraint")) {
      table.add_constraint(element);
    } else {
      element.refuse();
    }
  }
  CreateTable create;
  create.table = table.finish();
  create.if_not_exists = node.flag("if_not_exists");
  return create;
}

}  // namespace racewindow
