// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>

#include "sim/sql/scope.h"

namespace racewindow {

// WITH: binds the queries in front of a statement, if there are any, and keeps their names in reach
// as long as it lives. All of them, those of nested statements too, end up in one list, so none may
// refer to a query around it: that of an expression's subquery could, and is refused.
class WithScope {
 public:
  // `outer` is the query around the statement, if any.
  WithScope(Binding& binding, const Node& statement, const Scope* outer);
  ~WithScope();
  WithScope(const WithScope&) = delete;
  WithScope& operator=(const WithScope&) = delete;

 private:
  Binding& binding_;
  std::size_t names_before_;
};

// The query in reach under this name, by its position in Binding::ctes.
[[nodiscard]] std::optional<std::size_t> find_cte(const Binding& binding, std::string_view name);

}  // namespace racewindow
