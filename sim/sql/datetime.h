// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "sim/sql/value.h"

// timestamptz and interval as PostgreSQL 15 computes, reads and prints them with
// TimeZone = UTC, DateStyle = ISO and IntervalStyle = postgres.
namespace racewindow {

// Reads ISO 8601 dates and times: 2026-01-31, 2026-01-31 12:00:00.5+02, 2026-01-31T12:00Z; without
// a zone the text is UTC. Throws SqlError 22007 or 22008 as the server does, and Broken for the
// other notations that the server would read.
[[nodiscard]] Timestamp parse_timestamptz(std::string_view text);
// Reads amounts with units and times: 1 day, 2 hours 30 min, -1 mon, 04:05:06.7, 90 sec ago.
// Throws SqlError 22007 or 22008 as the server does, and Broken for ISO 8601 durations.
[[nodiscard]] Interval parse_interval(std::string_view text);

[[nodiscard]] std::string timestamptz_text(Timestamp timestamp);
[[nodiscard]] std::string interval_text(const Interval& interval);

// timestamptz + interval: months first (a day past the end of the month becomes its last day), then
// days, then time. Throws SqlError 22008.
[[nodiscard]] Timestamp add(Timestamp timestamp, const Interval& interval);
// timestamptz - timestamptz: days of 24 hours and the rest.
[[nodiscard]] Interval difference(Timestamp a, Timestamp b);

// Part by part. Throws SqlError 22008.
[[nodiscard]] Interval add(const Interval& a, const Interval& b);
[[nodiscard]] Interval multiply(const Interval& interval, std::int64_t factor);

}  // namespace racewindow
