// SPDX-License-Identifier: Apache-2.0
#include "sim/sql/settings.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>
#include <optional>

#include "sim/assert.h"
#include "sim/sql/eval.h"
#include "sim/sql/settings_refused.h"

namespace racewindow {
namespace {

using Kind = Setting::Kind;

constexpr std::string_view kLevels =
    "serializable, repeatable read, read committed, read uncommitted";
constexpr Setting kSettings[] = {
    {Kind::milliseconds, "statement_timeout", "0"},
    {Kind::milliseconds, "lock_timeout", "0"},
    {Kind::milliseconds, "idle_in_transaction_session_timeout", "0"},
    {Kind::milliseconds, "deadlock_timeout", "1000", 1},
    {Kind::word, "default_transaction_isolation", "read committed", 0, kLevels},
    {Kind::word, "transaction_isolation", "read committed", 0, kLevels},
    {Kind::word, "client_min_messages", "notice", 0,
     "debug5, debug4, debug3, debug2, debug1, log, notice, warning, error"},
    {Kind::text, "application_name", ""},
    {Kind::text, "search_path", "\"$user\", public"},
    {Kind::boolean, "enable_bitmapscan", "on"},
    {Kind::boolean, "enable_hashagg", "on"},
    {Kind::boolean, "enable_hashjoin", "on"},
    {Kind::boolean, "enable_indexonlyscan", "on"},
    {Kind::boolean, "enable_indexscan", "on"},
    {Kind::boolean, "enable_material", "on"},
    {Kind::boolean, "enable_mergejoin", "on"},
    {Kind::boolean, "enable_nestloop", "on"},
    {Kind::boolean, "enable_seqscan", "on"},
    {Kind::boolean, "enable_sort", "on"},
    {Kind::boolean, "enable_tidscan", "on"},
    {Kind::boolean, "enable_incremental_sort", "on"},
    {Kind::boolean, "enable_memoize", "on"},
    {Kind::boolean, "enable_parallel_append", "on"},
    {Kind::boolean, "enable_parallel_hash", "on"},
    {Kind::boolean, "enable_async_append", "on"},
    {Kind::boolean, "enable_gathermerge", "on"},
    {Kind::boolean, "enable_partition_pruning", "on"},
    {Kind::boolean, "jit", "on"},
    {Kind::boolean, "log_lock_waits", "off"},
    {Kind::boolean, "parallel_leader_participation", "on"},
    {Kind::word, "force_parallel_mode", "off", 0, "off, on, regress"},
    {Kind::number, "max_parallel_workers_per_gather", "2"},
    {Kind::number, "min_parallel_index_scan_size", "64"},
    {Kind::number, "min_parallel_table_scan_size", "1024"},
    {Kind::number, "parallel_setup_cost", "1000"},
    {Kind::number, "parallel_tuple_cost", "0.1"},
};

struct Unit {
  std::string_view name;
  double milliseconds;
};
constexpr Unit kUnits[] = {{"us", 0.001}, {"ms", 1},        {"s", 1000},
                           {"min", 60e3}, {"h", 3'600'000}, {"d", 86'400'000}};

std::string lower_case(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c | 0x20);
  }
  return lower;
}

[[noreturn]] void invalid(const Setting& setting, std::string_view text) {
  throw SqlError("22023",
                 fmt::format("invalid value for parameter \"{}\": \"{}\"", setting.name, text));
}

std::string_view without_spaces(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(" \t\n"), text.size()));
  return text.substr(0, text.find_last_not_of(" \t\n") + 1);
}

// A number, and what stands behind it.
std::optional<double> take_number(std::string_view& text) {
  double number = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (code != std::errc()) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return number;
}

std::string milliseconds_of(const Setting& setting, std::string_view text) {
  constexpr double kMax = 2147483647;
  std::string_view rest = without_spaces(text);
  const auto number = take_number(rest);
  rest = without_spaces(rest);
  const auto unit = std::find_if(std::begin(kUnits), std::end(kUnits),
                                 [&](const Unit& u) { return u.name == rest; });
  if (!number || (!rest.empty() && unit == std::end(kUnits))) invalid(setting, text);
  const double value = std::rint(rest.empty() ? *number : *number * unit->milliseconds);
  if (std::abs(value) > kMax) invalid(setting, text);
  if (value < static_cast<double>(setting.min)) {
    throw SqlError("22023", fmt::format("{:.0f} ms is outside the valid range for parameter "
                                        "\"{}\" ({} .. 2147483647)",
                                        value, setting.name, setting.min));
  }
  return std::to_string(static_cast<std::int64_t>(value));
}

std::string boolean_of(const Setting& setting, std::string_view text) {
  try {
    return cast_value(Value::text(text), Type::boolean).as_bool() ? "on" : "off";
  } catch (const SqlError&) {
    throw SqlError("22023", fmt::format("parameter \"{}\" requires a Boolean value", setting.name));
  }
}

std::string word_of(const Setting& setting, std::string_view text) {
  const std::string wanted = lower_case(text);
  std::string_view rest = setting.words;
  while (!rest.empty()) {
    const std::string_view word = rest.substr(0, rest.find(", "));
    if (word == wanted) return wanted;
    rest.remove_prefix(std::min(rest.size(), word.size() + 2));
  }
  invalid(setting, text);
}

const Setting* find(std::string_view name) {
  const auto found = std::find_if(std::begin(kSettings), std::end(kSettings),
                                  [&](const Setting& setting) { return setting.name == name; });
  return found == std::end(kSettings) ? nullptr : found;
}

}  // namespace

const Setting& find_setting(const Node& at, std::string_view name) {
  const std::string lower = lower_case(name);
  if (const Setting* setting = find(lower)) return *setting;
  // A dotted name is a setting of the user's own.
  const std::string known = " " + std::string(kRefusedSettings);
  if (name.find('.') != name.npos || known.find(" " + lower + " ") != known.npos) {
    at.refuse(fmt::format("setting {}", lower));
  }
  throw SqlError("42704", fmt::format("unrecognized configuration parameter \"{}\"", name));
}

const Setting& known_setting(std::string_view name) {
  const Setting* setting = find(name);
  RW_ASSERT(setting != nullptr, "the binder let the name pass");
  return *setting;
}

std::string canonical_value(const Setting& setting, std::string_view text) {
  switch (setting.kind) {
    case Kind::milliseconds:
      return milliseconds_of(setting, text);
    case Kind::boolean:
      return boolean_of(setting, text);
    case Kind::word:
      return word_of(setting, text);
    case Kind::number: {
      std::string_view rest = without_spaces(text);
      if (!take_number(rest) || !rest.empty()) invalid(setting, text);
      return std::string(text);
    }
    case Kind::text:
      break;
  }
  return std::string(text);
}

std::string shown_value(const Setting& setting, std::string_view canonical) {
  if (setting.kind != Kind::milliseconds || canonical == "0") return std::string(canonical);
  std::int64_t number = 0;
  std::from_chars(canonical.data(), canonical.data() + canonical.size(), number);
  const auto divides = [&](const Unit& unit) {
    return unit.milliseconds >= 1 && number % static_cast<std::int64_t>(unit.milliseconds) == 0;
  };
  const auto unit = std::find_if(std::rbegin(kUnits), std::rend(kUnits), divides);
  return fmt::format("{}{}", number / static_cast<std::int64_t>(unit->milliseconds), unit->name);
}

}  // namespace racewindow
