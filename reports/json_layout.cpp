// SPDX-License-Identifier: Apache-2.0
#include "reports/json_layout.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "reports/text.h"

namespace racewindow {
namespace {

using Json = nlohmann::ordered_json;

// `indent`: of the line that the value begins on, which holds `before` bytes already.
// NOLINTNEXTLINE(misc-no-recursion): as deep as the result model is
std::string laid_out(const Json& json, std::size_t indent, std::size_t before) {
  if (!json.is_structured() || json.empty()) return json.dump();
  std::vector<std::string> members;
  std::size_t width = before + 1;  // of all of them on this line
  bool fits = true;
  const auto add = [&](const std::string& name, const Json& value) {
    members.push_back(name + laid_out(value, indent + 1, indent + 1 + name.size()));
    width += members.back().size() + 2;
    fits = fits && width <= kReportWidth && members.back().find('\n') == std::string::npos;
  };
  if (json.is_object()) {
    for (const auto& [name, value] : json.items()) add(Json(name).dump() + ": ", value);
  } else {
    for (const Json& value : json) add("", value);
  }
  const std::string_view ends = json.is_object() ? "{}" : "[]";
  if (fits) return fmt::format("{}{}{}", ends[0], fmt::join(members, ", "), ends[1]);
  const std::string line = "\n" + std::string(indent, ' ');
  return fmt::format("{}{} {}{}{}", ends[0], line, fmt::join(members, "," + line + " "), line,
                     ends[1]);
}

}  // namespace

std::string json_text(const Json& json) {
  return laid_out(json, 0, 0);
}

}  // namespace racewindow
