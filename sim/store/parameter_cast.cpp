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
  const auto fits = [&](std::size_t n) {
    return given[n].type() == types[n] || given[n].is_null();
  };
  bool all_fit = true;
  for (std::size_t n = 0; n < given.size(); ++n) {
    if (given[n].type() == Type::text && !given[n].interned()->is_valid) {
      throw invalid_utf8_error(given[n].as_text());
    }
    all_fit = all_fit && fits(n);
  }
  if (all_fit) return given;
  cast_.assign(given.begin(), given.end());
  for (std::size_t n = 0; n < given.size(); ++n) {
    if (!fits(n)) cast_[n] = cast_value(given[n], types[n]);
  }
  return cast_;
}

}  // namespace racewindow
