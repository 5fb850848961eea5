// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "sim/sql/statement.h"

namespace racewindow {

// Casts the values given for $1 … $n to the types that the statement infers for them. Where they
// fit already, which is nearly always, they are not copied.
class ParameterCast {
 public:
  // Valid until the next call and as long as `given`. Throws SqlError: 08P01 for a wrong number, or
  // what the cast gives.
  std::span<const Value> cast(const Statement& statement, std::span<const Value> given);

 private:
  std::vector<Value> cast_;
};

}  // namespace racewindow
