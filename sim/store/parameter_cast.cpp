// SPDX-License-Identifier: Apache-2.0
#include "sim/store/parameter_cast.h"

#include <fmt/format.h>

#include "sim/sql/encoding.h"
#include "sim/sql/eval.h"

namespace racewindow {

std::span<const Value> ParameterCast::cast(const Statement& statement,
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
  const auto fits = [](const Value& value, Type type) {
    return value.type() == type || value.is_null();
  };
  std::size_t n = 0;
  while (n < given.size() && fits(given[n], types[n])) ++n;
  if (n == given.size()) return given;
  cast_.assign(given.begin(), given.end());
  for (; n < given.size(); ++n) {
    if (!fits(cast_[n], types[n])) cast_[n] = cast_value(cast_[n], types[n]);
  }
  return cast_;
}

}  // namespace racewindow
