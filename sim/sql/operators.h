// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "sim/sql/types.h"

namespace racewindow {

// `left name right`, resolved as the server resolves operators: an operand of unknown type takes
// the type of the other, or of the only operator that fits. Throws SqlError 42883 and 42725; `at`
// is named when the operator is not supported.
[[nodiscard]] Expr bind_operator(Binding& binding, const Node& at, std::string_view name, Expr left,
                                 Expr right);
// `name operand`.
[[nodiscard]] Expr bind_prefix_operator(const Node& at, std::string_view name, Expr operand);

}  // namespace racewindow
