// SPDX-License-Identifier: Apache-2.0
#include "sim/sql/bind_with.h"

#include <fmt/format.h>

#include <algorithm>

#include "sim/sql/bind.h"
#include "sim/sql/error.h"

namespace racewindow {
namespace {

std::vector<OutputColumn> columns_of_body(const Cte& cte) {
  if (const auto* select = std::get_if<Select>(&cte.body)) return select->columns;
  if (const auto* insert = std::get_if<Insert>(&cte.body)) return insert->returning_columns;
  if (const auto* update = std::get_if<Update>(&cte.body)) return update->returning_columns;
  return std::get<Delete>(cte.body).returning_columns;
}

Cte bind_cte(Binding& binding, const Node& node, bool at_top) {
  node.only({"ctename", "aliascolnames", "ctematerialized", "ctequery"});
  const Node query = node.child("ctequery");
  if (!query.is("SelectStmt") && !at_top) {
    throw SqlError("0A000",
                   "WITH clause containing a data-modifying statement must be at the top level");
  }
  Cte cte;
  cte.name = node.text("ctename");
  if (query.is("SelectStmt")) {
    cte.body = bind_select(binding, nullptr, query);
  } else if (query.is("InsertStmt")) {
    cte.body = bind_insert(binding, query);
  } else if (query.is("UpdateStmt")) {
    cte.body = bind_update(binding, query);
  } else if (query.is("DeleteStmt")) {
    cte.body = bind_delete(binding, query);
  } else {
    query.refuse();
  }
  cte.columns = columns_of_body(cte);
  const auto names = node.names("aliascolnames");
  if (names.size() > cte.columns.size()) {
    throw SqlError("42P10", fmt::format("WITH query \"{}\" has {} columns available but {} columns "
                                        "specified",
                                        cte.name, cte.columns.size(), names.size()));
  }
  for (std::size_t n = 0; n < names.size(); ++n) cte.columns[n].name = names[n];
  return cte;
}

}  // namespace

WithScope::WithScope(Binding& binding, const Node& statement, const Scope* outer)
    : binding_(binding), names_before_(binding.cte_names.size()) {
  const bool at_top = std::exchange(binding.at_top, false);
  if (!statement.has("withClause")) return;
  const Node with = statement.part("withClause", "WithClause");
  for (const Scope* level = outer; level != nullptr; level = level->outer) {
    if (!level->derived) with.refuse("WITH in an expression's subquery");
  }
  if (with.flag("recursive")) with.refuse("WITH RECURSIVE");
  const std::vector<Node> ctes = with.only({"ctes", "recursive"}).list("ctes");
  for (std::size_t n = 0; n < ctes.size(); ++n) {
    for (std::size_t before = 0; before < n; ++before) {
      if (ctes[before].text("ctename") != ctes[n].text("ctename")) continue;
      throw SqlError("42712", fmt::format("WITH query name \"{}\" specified more than once",
                                          ctes[n].text("ctename")));
    }
  }
  for (const Node& node : ctes) {
    Cte cte = bind_cte(binding, node, at_top);
    binding.cte_names.push_back({cte.name, binding.ctes.size()});
    binding.ctes.push_back(std::move(cte));
  }
}

WithScope::~WithScope() {
  binding_.cte_names.resize(names_before_);
}

std::optional<std::size_t> find_cte(const Binding& binding, std::string_view name) {
  const auto found = std::find_if(binding.cte_names.rbegin(), binding.cte_names.rend(),
                                  [&](const CteName& cte) { return cte.name == name; });
  return found == binding.cte_names.rend() ? std::nullopt : std::optional(found->index);
}

}  // namespace racewindow
