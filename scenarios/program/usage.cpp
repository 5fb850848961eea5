// SPDX-License-Identifier: Apache-2.0
#include "scenarios/program/usage.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>

#include "reports/text.h"
#include "sim/nearest.h"

namespace racewindow {
namespace {

[[noreturn]] void fail(std::string_view option, std::string_view expected, std::string_view seen) {
  throw UsageError(fmt::format("{}: expected {}, seen '{}'", option, expected, escaped(seen)));
}

}  // namespace

void require_choice(std::string_view option, const std::string& value,
                    std::span<const std::string> choices) {
  if (std::find(choices.begin(), choices.end(), value) != choices.end()) return;
  throw UsageError(fmt::format("{}: expected {}, seen '{}'{}", option, fmt::join(choices, " or "),
                               escaped(value), did_you_mean(value, choices)));
}

std::uint64_t parse_count(std::string_view option, const std::string& text) {
  std::uint64_t count = 0;
  const char* const end = text.data() + text.size();
  const auto [at, error] = std::from_chars(text.data(), end, count);
  if (error != std::errc() || at != end) fail(option, "a whole number", text);
  return count;
}

std::uint64_t parse_limit(std::string_view option, const std::string& text) {
  std::uint64_t limit = 0;
  const char* const end = text.data() + text.size();
  const auto [at, error] = std::from_chars(text.data(), end, limit);
  if (error != std::errc() || at != end || limit == 0) {
    fail(option, "a whole number above 0", text);
  }
  return limit;
}

double parse_seconds(std::string_view option, const std::string& text) {
  double seconds = 0;
  const char* const end = text.data() + text.size();
  const auto [at, error] = std::from_chars(text.data(), end, seconds);
  if (error != std::errc() || at != end || !std::isfinite(seconds) || seconds <= 0) {
    fail(option, "a number of seconds above 0", text);
  }
  return seconds;
}

std::uint64_t parse_memory(std::string_view option, const std::string& text) {
  struct Unit {
    std::string_view name;
    int shift;
  };
  constexpr std::array<Unit, 7> kUnits = {
      {{"", 0}, {"K", 10}, {"KiB", 10}, {"M", 20}, {"MiB", 20}, {"G", 30}, {"GiB", 30}}};
  constexpr std::string_view kExpected = "a whole number with K, M or G (powers of 1024), or bytes";
  std::uint64_t amount = 0;
  const char* const end = text.data() + text.size();
  const auto [at, error] = std::from_chars(text.data(), end, amount);
  const std::string_view name(at, static_cast<std::size_t>(end - at));
  const auto* const unit = std::find_if(kUnits.begin(), kUnits.end(),
                                        [&](const Unit& each) { return each.name == name; });
  if (error != std::errc() || unit == kUnits.end() ||
      amount > std::numeric_limits<std::uint64_t>::max() >> unit->shift) {
    fail(option, kExpected, text);
  }
  return amount << unit->shift;
}

}  // namespace racewindow
