// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace racewindow {

inline constexpr std::int64_t kSecond = 1'000'000;
inline constexpr std::int64_t kMinute = 60 * kSecond;
inline constexpr std::int64_t kHour = 60 * kMinute;
inline constexpr std::int64_t kDay = 24 * kHour;

// Proleptic Gregorian calendar <-> days since 1970-01-01. The year is astronomical: 0 is 1 BC.
struct Civil {
  std::int64_t year;
  int month;
  int day;
};
[[nodiscard]] std::int64_t days_from_civil(const Civil& c);
[[nodiscard]] Civil civil_from_days(std::int64_t days);
[[nodiscard]] int days_in_month(std::int64_t year, int month);

// Adds product `a * b` to `sum`; false when it does not fit.
template <class T>
[[nodiscard]] bool accumulate(T& sum, std::int64_t a, std::int64_t b) {
  std::int64_t product = 0;
  return !__builtin_mul_overflow(a, b, &product) && !__builtin_add_overflow(sum, product, &sum);
}

}  // namespace racewindow
