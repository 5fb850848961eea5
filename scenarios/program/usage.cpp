// SPDX-License-Identifier: Apache-2.0
#include "scenarios/program/usage.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>

#include "reports/text.h"
#include "sim/nearest.h"

namespace racewindow {
namespace {

[[noreturn]] void fail(std::string_view option, std::string_view expected, std::string_view seen) {
  throw UsageError(fmt::format("{}: expected {}, seen '{}'", option, expected, escaped(seen)));
}

// A number that is all of the text.
template <class Number>
std::optional<Number> whole_text(const std::string& text) {
  Number number{};
  const char* const end = text.data() + text.size();
  const auto [at, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc() || at != end) return std::nullopt;
  return number;
}

}  // namespace

void require_choice(std::string_view option, const std::string& value,
                    std::span<const std::string> choices) {
  if (std::find(choices.begin(), choices.end(), value) != choices.end()) return;
  throw UsageError(fmt::format("{}: expected {}, seen '{}'{}", option, fmt::join(choices, " or "),
                               escaped(value), did_you_mean(value, choices)));
}

std::uint64_t parse_count(std::string_view option, const std::string& text) {
  const auto count = whole_text<std::uint64_t>(text);
  if (!count) fail(option, "a whole number", text);
  return *count;
}

std::uint64_t parse_limit(std::string_view option, const std::string& text) {
  const auto limit = whole_text<std::uint64_t>(text);
  if (!limit || *limit == 0) fail(option, "a whole number above 0", text);
  return *limit;
}

double parse_seconds(std::string_view option, const std::string& text) {
  const auto seconds = whole_text<double>(text);
  if (!seconds || !std::isfinite(*seconds) || *seconds <= 0) {
    fail(option, "a number of seconds above 0", text);
  }
  return *seconds;
}

std::uint64_t parse_memory(std::string_view option, const std::string& text) {
  struct Unit {
    std::string_view name;
    int shift;
  };
  constexpr std::array<Unit, 7> kUnits = {
      {{"", 0}, {"K", 10}, {"KiB", 10}, {"M", 20}, {"MiB", 20}, {"G", 30}, {"GiB", 30}}};
  constexpr std::string_view kExpected =
      "a whole number above 0 with K, M or G (powers of 1024), or bytes";
  std::uint64_t amount = 0;
  const char* const end = text.data() + text.size();
  const auto [at, error] = std::from_chars(text.data(), end, amount);
  const std::string_view name(at, static_cast<std::size_t>(end - at));
  const auto* const unit = std::find_if(kUnits.begin(), kUnits.end(),
                                        [&](const Unit& each) { return each.name == name; });
  if (error != std::errc() || amount == 0 || unit == kUnits.end() ||
      amount > std::numeric_limits<std::uint64_t>::max() >> unit->shift) {
    fail(option, kExpected, text);
  }
  return amount << unit->shift;
}

std::string parse_file_name(std::string_view option, const std::string& text) {
  if (text.empty()) fail(option, "the name of a file, or -", text);
  return text;
}

}  // namespace racewindow
