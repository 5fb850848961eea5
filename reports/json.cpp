// SPDX-License-Identifier: Apache-2.0
#include "reports/json.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <concepts>
#include <nlohmann/json.hpp>
#include <optional>
#include <type_traits>
#include <utility>

#include "reports/json_fields.h"
#include "reports/json_layout.h"
#include "reports/text.h"
#include "sim/nearest.h"

namespace racewindow {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kSchema = "racewindow/1";
// Above this a reader that keeps numbers as doubles (JavaScript, jq) would round.
constexpr std::uint64_t kExactMax = std::uint64_t{1} << 53;

template <class T>
concept Integer = std::integral<T> && !std::same_as<T, bool>;
template <class T>
concept Enumeration = std::same_as<T, Verdict> || std::same_as<T, PropertyKind>;
template <class T>
concept Object = std::is_class_v<T>;

template <class E>
struct Names;
template <>
struct Names<Verdict> {
  static constexpr std::array kAll = {Verdict::holds, Verdict::violated, Verdict::inconclusive,
                                      Verdict::vacuous};
  static std::string_view of(Verdict verdict) { return verdict_name(verdict); }
};
template <>
struct Names<PropertyKind> {
  static constexpr std::array kAll = {PropertyKind::invariant, PropertyKind::monitor,
                                      PropertyKind::final, PropertyKind::recovery,
                                      PropertyKind::stuck};
  static std::string_view of(PropertyKind kind) { return kind_name(kind); }
};

// -- writing -------------------------------------------------------------------------------------

Json written(const std::string& text) {
  return valid_utf8(text);
}
template <std::same_as<bool> B>
Json written(B flag) {
  return flag;
}
Json written(double number) {
  return number;
}
template <Enumeration E>
Json written(E value) {
  return std::string(Names<E>::of(value));
}
template <Integer I>
Json written(I number) {
  const auto magnitude = std::cmp_less(number, 0)
                             ? std::uint64_t{0} - static_cast<std::uint64_t>(number)
                             : static_cast<std::uint64_t>(number);
  if (magnitude > kExactMax) return fmt::format("{}", number);
  return number;
}
template <class T>
Json written(const std::vector<T>& list);
template <class T>
Json written(const std::optional<T>& value);

template <Object T>
Json written(const T& object) {
  Json json = Json::object();
  auto visit = [&json](const char* name, const auto& field, Presence = Presence::required) {
    json[name] = written(field);
  };
  visit_fields(visit, object);
  return json;
}
template <class T>
Json written(const std::vector<T>& list) {
  Json json = Json::array();
  for (const T& member : list) json.push_back(written(member));
  return json;
}
template <class T>
Json written(const std::optional<T>& value) {
  return value ? written(*value) : Json();
}

// -- reading -------------------------------------------------------------------------------------

[[noreturn]] void fail(const std::string& where, std::string_view expected, std::string_view seen) {
  throw BadJson(
      fmt::format("{}: expected {}, seen {}", where.empty() ? "the file" : where, expected, seen));
}

std::string shown(const Json& json) {
  constexpr std::size_t kWidthMax = 40;
  if (json.is_array()) return "an array";
  if (json.is_object()) return "an object";
  return cut(escaped(json.dump(-1, ' ', false, Json::error_handler_t::replace)), kWidthMax);
}

// `where` is the path to the value, as in results[3].counts.steps.
void read(const Json& json, const std::string& where, std::string& text) {
  if (!json.is_string()) fail(where, "a string", shown(json));
  text = json.get<std::string>();
}
void read(const Json& json, const std::string& where, bool& flag) {
  if (!json.is_boolean()) fail(where, "true or false", shown(json));
  flag = json.get<bool>();
}
void read(const Json& json, const std::string& where, double& number) {
  if (!json.is_number()) fail(where, "a number", shown(json));
  number = json.get<double>();
}
template <Enumeration E>
void read(const Json& json, const std::string& where, E& value) {
  std::vector<std::string> names;
  for (const E possible : Names<E>::kAll) {
    if (json == Names<E>::of(possible)) {
      value = possible;
      return;
    }
    names.emplace_back(Names<E>::of(possible));
  }
  const std::string wrong = json.is_string() ? json.get<std::string>() : "";
  fail(where, fmt::format("one of {}", fmt::join(names, ", ")),
       shown(json) + did_you_mean(wrong, names));
}
template <Integer I>
void read(const Json& json, const std::string& where, I& number) {
  const bool quoted = json.is_string();
  if (!quoted && !json.is_number_integer()) fail(where, "an integer", shown(json));
  const std::string digits = quoted ? json.get<std::string>() : json.dump();
  const char* const end = digits.data() + digits.size();
  const auto [parsed_to, error] = std::from_chars(digits.data(), end, number);
  if (error != std::errc() || parsed_to != end) {
    fail(where, std::is_signed_v<I> ? "an integer" : "an integer that is not negative and in range",
         shown(json));
  }
}
template <class T>
void read(const Json& json, const std::string& where, std::vector<T>& list);
template <class T>
void read(const Json& json, const std::string& where, std::optional<T>& value);
template <Object T>
void read(const Json& json, const std::string& where, T& object);

template <class T>
void read_field(const Json& object, const std::string& where, const char* name, T& field,
                Presence presence = Presence::required) {
  const std::string path = where.empty() ? name : fmt::format("{}.{}", where, name);
  const auto found = object.find(name);
  if (found == object.end() && presence == Presence::optional) return;
  if (found == object.end()) fail(path, "a value", "none");
  read(*found, path, field);
}

template <Object T>
void read(const Json& json, const std::string& where, T& object) {
  if (!json.is_object()) fail(where, "an object", shown(json));
  auto visit = [&](const char* name, auto& field, Presence presence = Presence::required) {
    read_field(json, where, name, field, presence);
  };
  visit_fields(visit, object);
}
template <class T>
void read(const Json& json, const std::string& where, std::vector<T>& list) {
  if (!json.is_array()) fail(where, "an array", shown(json));
  list.clear();
  for (const Json& member : json) {
    list.emplace_back();
    read(member, fmt::format("{}[{}]", where, list.size() - 1), list.back());
  }
}
template <class T>
void read(const Json& json, const std::string& where, std::optional<T>& value) {
  value.reset();
  if (!json.is_null()) read(json, where, value.emplace());
}

Json parse(std::string_view text) {
  try {
    return Json::parse(text);
  } catch (const Json::parse_error& error) {
    // The library's message: "[json.exception.parse_error.101] parse error at line …".
    const std::string_view message = error.what();
    throw BadJson(
        fmt::format("byte {}: not JSON: {}", error.byte,
                    escaped(message.substr(std::min(message.find("] ") + 2, message.size())))));
  }
}

Json file_of(const std::string& kind) {
  Json json = Json::object();
  json["schema"] = std::string(kSchema);
  json["kind"] = kind;
  return json;
}

template <class T>
T parse_as(std::string_view text) {
  T value;
  read(parse(text), "", value);
  return value;
}

}  // namespace

std::string to_json(const ResultFile& file) {
  Json json = file_of(file.kind);
  json["results"] = written(file.results);
  return json_text(json) + "\n";
}

std::string to_json(const std::vector<ReplayOutcome>& replays) {
  Json json = file_of("replay");
  json["replays"] = written(replays);
  return json_text(json) + "\n";
}

ResultFile parse_result_file(std::string_view text) {
  const Json json = parse(text);
  if (!json.is_object()) fail("", "an object", shown(json));
  const auto schema = json.find("schema");
  if (schema == json.end() || *schema != kSchema) {
    fail("schema", fmt::format("\"{}\"", kSchema), schema == json.end() ? "none" : shown(*schema));
  }
  ResultFile file;
  read_field(json, "", "kind", file.kind);
  read_field(json, "", "results", file.results);
  return file;
}

std::string to_json_line(const ScenarioResult& result) {
  return written(result).dump();
}
std::string to_json_line(const ReplayOutcome& outcome) {
  return written(outcome).dump();
}

ScenarioResult parse_scenario_result(std::string_view text) {
  return parse_as<ScenarioResult>(text);
}
ReplayOutcome parse_replay_outcome(std::string_view text) {
  return parse_as<ReplayOutcome>(text);
}

}  // namespace racewindow
