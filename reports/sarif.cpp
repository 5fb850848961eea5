// SPDX-License-Identifier: Apache-2.0
#include "reports/sarif.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "reports/findings.h"
#include "reports/text.h"
#include "sim/digest.h"

namespace racewindow {
namespace {

using Json = nlohmann::ordered_json;

// The same finding on another day: its scenario, store and rule.
std::string fingerprint(const CiFinding& finding) {
  return to_hex(
      Hasher().add(finding.result->scenario).add(finding.result->store).add(finding.rule).digest());
}

Json rule(const CiFinding& finding) {
  const bool is_property = finding.property != nullptr;
  const std::string text = is_property && !finding.property->info.text.empty()
                               ? escaped(finding.property->info.text)
                               : std::string("a scenario that could not be explored");
  return {{"id", finding.rule}, {"shortDescription", {{"text", text}}}};
}

Json result(const CiFinding& finding, std::size_t rule_index) {
  const bool is_warning = finding.outcome == "inconclusive" || finding.outcome == "vacuous";
  Json json = {{"ruleId", finding.rule},
               {"ruleIndex", rule_index},
               {"level", is_warning ? "warning" : "error"},
               {"message", {{"text", finding.message}}},
               {"locations", Json::array()},
               {"partialFingerprints", {{"racewindow/v1", fingerprint(finding)}}}};
  if (!finding.file.empty()) {
    json["locations"].push_back(
        {{"physicalLocation",
          {{"artifactLocation", {{"uri", finding.file}, {"uriBaseId", "%SRCROOT%"}}},
           {"region", {{"startLine", std::max<std::uint32_t>(finding.line, 1)}}}}}});
  }
  return json;
}

std::string version(const ResultFile& file) {
  for (const ScenarioResult& result : file.results) {
    for (const ComponentVersion& component : result.versions) {
      if (component.name == "racewindow") return escaped(component.version);
    }
  }
  return "";
}

}  // namespace

std::string sarif_report(const ResultFile& file) {
  Json driver = {{"name", "racewindow"}};
  if (const std::string is = version(file); !is.empty()) driver["version"] = is;
  Json rules = Json::array();
  Json results = Json::array();
  std::vector<std::string> known;
  for (const CiFinding& finding : ci_findings(file.results)) {
    auto at = std::ranges::find(known, finding.rule);
    const auto index = static_cast<std::size_t>(at - known.begin());
    if (at == known.end()) {
      known.push_back(finding.rule);
      rules.push_back(rule(finding));
    }
    results.push_back(result(finding, index));
  }
  driver["rules"] = std::move(rules);
  const Json sarif = {{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
                      {"version", "2.1.0"},
                      {"runs", Json::array({{{"tool", {{"driver", std::move(driver)}}},
                                             {"results", std::move(results)}}})}};
  return sarif.dump(1) + "\n";
}

}  // namespace racewindow
