// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "sim/sql/value.h"

namespace racewindow {

// A value as the server prints it under pg_regress's settings: TimeZone PST8PDT, DateStyle
// "Postgres, MDY", IntervalStyle postgres_verbose. Throws Broken for a timestamp before 1987, when
// summer time began by other rules.
[[nodiscard]] std::string value_text(const Value& value);

}  // namespace racewindow
