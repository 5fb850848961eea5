// SPDX-License-Identifier: Apache-2.0
#include "reports/results_document.h"

#include <fmt/format.h>

#include "reports/counterexample_blocks.h"
#include "reports/result_text.h"
#include "reports/standing.h"
#include "reports/text.h"
#include "reports/violations.h"

namespace racewindow {
namespace {

DocumentTable overview(const std::vector<ScenarioResult>& results) {
  DocumentTable table{{{"scenario"},
                       {"store"},
                       {"verdicts"},
                       {"as expected"},
                       {"executions", true},
                       {"interleavings", true},
                       {"states", true}},
                      {}};
  for (const ScenarioResult& result : results) {
    const Standing stands = standing(result);
    table.rows.push_back({code(scenario_title(result)), result.store, verdicts_text(result),
                          fmt::format("{} {}", standing_glyph(stands),
                                      stands == Standing::as_expected ? "yes" : "no"),
                          grouped(result.counts.executions),
                          interleavings_text(result.counts.interleavings),
                          grouped(result.counts.states)});
  }
  return table;
}

void add_undecided(Document& document, const ScenarioResult& result) {
  Bullets bullets;
  for (const PropertyResult& property : result.properties) {
    if (standing(property) != Standing::undecided) continue;
    bullets.items.push_back(
        Line(code(property.info.name),
             fmt::format(" is {}: {}", verdict_name(property.verdict), property.detail)));
  }
  if (result.broken) bullets.items.emplace_back("broken: " + result.broken->message);
  if (bullets.items.empty()) return;
  document.add(Paragraph{Line("Not decided in ", code(scenario_title(result)), ":")});
  document.add(std::move(bullets));
}

}  // namespace

Document results_document(const ResultFile& file, const std::string& program) {
  Document document{"racewindow " + file.kind, {}};
  document.add(overview(file.results));
  for (const ScenarioResult& result : file.results) add_undecided(document, result);
  for (const Violation& violation : violations(file.results, file.kind == "check")) {
    document.add(Heading{2, code(scenario_title(violation.result()))});
    document.add(Paragraph{sentence(violation.result().workload)});
    add_violation(document, violation, program);
  }
  return document;
}

}  // namespace racewindow
