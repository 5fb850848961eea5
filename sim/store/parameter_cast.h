// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
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
  std::span<const Value> cast(const Statement& statement, std::span<const Value> given) {
    const std::vector<Type>& types = statement.param_types;
    bool fits = given.size() == types.size();
    for (std::size_t n = 0; fits && n < given.size(); ++n) {
      const Value& value = given[n];
      fits = value.type() == types[n] && (types[n] != Type::text || value.interned()->is_valid);
    }
    return fits ? given : cast_each(statement, given);
  }

 private:
  std::span<const Value> cast_each(const Statement& statement, std::span<const Value> given);

  std::vector<Value> cast_;
};

}  // namespace racewindow
