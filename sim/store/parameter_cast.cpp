// SPDX-License-Identifier: Apache-2.0
#include "sim/store/parameter_cast.h"

#include <fmt/format.h>

#include "sim/sql/encoding.h"
#include "sim/sql/eval.h"

namespace racewindow {

std::span<const Value> ParameterCast::cast_each(const Statement& statement,
                                                std::span<const Value> given) {
  const std::vector<Type>& types = statement.param_types;
  if (given.size() != types.size()) {
    throw SqlError("08P01",
                   fmt::format("bind message supplies {} parameters, but prepared statement \"\" "
                               "requires {}",
                               given.size(), types.size()));
  }
  for (const Value& value : given) {
    if (value.type() == Type::text && !value.interned()->is_valid) {
      throw invalid_utf8_error(value.as_text());
    }
  }
  cast_.assign(given.begin(), given.end());
  for (std::size_t n = 0; n < given.size(); ++n) {
    if (cast_[n].type() != types[n] && !cast_[n].is_null()) {
      cast_[n] = cast_value(cast_[n], types[n]);
    }
  }
  return cast_;
}

}  // namespace racewindow
