// SPDX-License-Identifier: Apache-2.0
#include "reports/junit.h"

#include <fmt/format.h>

#include <algorithm>

#include "reports/findings.h"
#include "reports/html/markup.h"
#include "reports/text.h"
#include "reports/violations.h"

namespace racewindow {
namespace {

constexpr std::size_t kMessageMax = 4000;

// `escaped` leaves nothing that XML 1.0 does not allow.
std::string attribute(std::string_view bytes) {
  return html_entities(escaped(shortened(bytes, kMessageMax)));
}

// "portal-push.accepted": what CI systems show as a tree.
std::string class_name(const ScenarioResult& result) {
  std::string name = result.scenario.substr(0, result.scenario.rfind('/'));
  std::ranges::replace(name, '/', '.');
  return name;
}

std::string workload(const ScenarioResult& result) {
  return result.scenario.substr(result.scenario.rfind('/') + 1);
}

const CiFinding* find(const std::vector<CiFinding>& findings, const ScenarioResult& result,
                      const PropertyResult* property) {
  const auto found = std::ranges::find_if(findings, [&](const CiFinding& finding) {
    return finding.result == &result && finding.property == property;
  });
  return found == findings.end() ? nullptr : &*found;
}

std::string test_case(const ScenarioResult& result, std::string_view property,
                      const CiFinding* finding) {
  std::string xml = fmt::format("    <testcase classname=\"{}\" name=\"{} on {}: {}\" time=\"0\"",
                                attribute(class_name(result)), attribute(workload(result)),
                                attribute(result.store), attribute(property));
  if (finding == nullptr) return xml + "/>\n";
  const std::string_view kind = finding->property == nullptr ? "error" : "failure";
  const std::string message = html_entities(shortened(finding->message, kMessageMax));
  return xml +
         fmt::format(">\n      <{0} type=\"{1}\" message=\"{2}\">{2}</{0}>\n    </testcase>\n",
                     kind, finding->outcome, message);
}

}  // namespace

std::string junit_report(const ResultFile& file) {
  const std::vector<CiFinding> findings = ci_findings(file.results);
  std::string suites;
  std::size_t tests_all = 0;
  std::size_t errors_all = 0;
  double time_all = 0;
  for (const ScenarioResult& result : file.results) {
    std::string cases;
    std::size_t tests = 1;
    std::size_t failures = 0;
    if (result.broken) {
      cases = test_case(result, "runs", find(findings, result, nullptr));
      ++errors_all;
    } else {
      tests = result.properties.size();
      for (const PropertyResult& property : result.properties) {
        const CiFinding* finding = find(findings, result, &property);
        if (finding != nullptr) ++failures;
        cases += test_case(result, property.info.name, finding);
      }
    }
    suites += fmt::format(
        "  <testsuite name=\"{} on {}\" tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"0\" "
        "time=\"{:.3f}\">\n{}  </testsuite>\n",
        html_entities(scenario_title(result)), attribute(result.store), tests, failures,
        result.broken ? 1 : 0, result.elapsed_s, cases);
    tests_all += tests;
    time_all += result.elapsed_s;
  }
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<testsuites name=\"racewindow {}\" tests=\"{}\" failures=\"{}\" errors=\"{}\" "
      "time=\"{:.3f}\">\n{}</testsuites>\n",
      attribute(file.kind), tests_all, findings.size() - errors_all, errors_all, time_all, suites);
}

}  // namespace racewindow
