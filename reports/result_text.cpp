// SPDX-License-Identifier: Apache-2.0
#include "reports/result_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "reports/text.h"

namespace racewindow {

std::string settings_text(const ScenarioResult& result) {
  std::string text;
  for (const Parameter& parameter : result.parameters) {
    text += fmt::format(" {}={}", escaped(parameter.name), parameter.value);
  }
  if (!result.isolation.empty()) text += " isolation=" + escaped(result.isolation);
  return text;
}

std::string verdicts_text(const ScenarioResult& result) {
  if (result.broken) return "broken: " + escaped(result.broken->kind);
  std::string text;
  for (const Verdict verdict :
       {Verdict::holds, Verdict::violated, Verdict::inconclusive, Verdict::vacuous}) {
    const auto count =
        std::count_if(result.properties.begin(), result.properties.end(),
                      [verdict](const PropertyResult& p) { return p.verdict == verdict; });
    if (count == 0) continue;
    const std::string_view name = verdict == Verdict::holds ? "hold" : verdict_name(verdict);
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, name);
  }
  return text;
}

std::string interleavings_text(const std::string& decimal) {
  const bool is_number =
      !decimal.empty() && decimal.find_first_not_of("0123456789") == decimal.npos;
  if (!is_number) return decimal.empty() ? "-" : escaped(decimal);
  if (decimal.size() <= 9) return grouped(std::stoull(decimal));
  return fmt::format("{}.{}e{}", decimal[0], decimal.substr(1, 2), decimal.size() - 1);
}

std::string standings_text(std::span<const ScenarioResult> results) {
  std::string text;
  for (const Standing each :
       {Standing::as_expected, Standing::unexpected, Standing::undecided, Standing::broken}) {
    const auto count = std::count_if(results.begin(), results.end(), [each](const auto& result) {
      return standing(result) == each;
    });
    if (count == 0 && each != Standing::as_expected) continue;
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, standing_name(each));
  }
  return counted(results.size(), "run") + ": " + text;
}

std::string_view standing_name(Standing standing) {
  switch (standing) {
    case Standing::as_expected:
      return "as expected";
    case Standing::unexpected:
      return "other than expected";
    case Standing::undecided:
      return "undecided";
    case Standing::broken:
      return "broken";
  }
  return "";
}

std::string_view standing_glyph(Standing standing) {
  switch (standing) {
    case Standing::as_expected:
      return "✓";
    case Standing::unexpected:
      return "✗";
    case Standing::undecided:
      return "?";
    case Standing::broken:
      return "!";
  }
  return " ";
}

}  // namespace racewindow
