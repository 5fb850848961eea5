// SPDX-License-Identifier: Apache-2.0
#include "reports/exploration.h"

#include <fmt/format.h>

#include <algorithm>

#include "reports/check_table.h"
#include "reports/lanes.h"
#include "reports/sql_text.h"
#include "reports/standing.h"
#include "reports/text.h"
#include "reports/violation.h"
#include "sim/explore.h"

namespace racewindow {
namespace {

// The table above them says why a property is undecided, once for all.
std::string property_lines(const ScenarioResult& result) {
  std::string text;
  for (const PropertyResult& property : result.properties) {
    const bool explained = undecided(property) || property.detail.empty();
    text += paragraph(fmt::format("{}: {}{}{}", property.info.name, verdict_name(property.verdict),
                                  explained ? "" : ": ", explained ? "" : property.detail),
                      2, 4);
  }
  return text;
}

std::string covered(const ScenarioResult& result) {
  const Counts& counts = result.counts;
  std::string text = fmt::format(
      "{}: {}, {} of them to the end; {}, the longest execution {}; {}, {}", result.strategy,
      counted(counts.executions, "execution"), grouped(counts.complete),
      counted(counts.steps, "step"), grouped(counts.longest),
      counted(counts.views, "distinct view"), counted(counts.end_states, "distinct end state"));
  if (draws_lots(result.strategy)) text += fmt::format("; seed {}", result.seed);
  if (counts.audited > 0) {
    text += fmt::format("; {} explored again", counted(counts.audited, "known state"));
  }
  return paragraph(text, 2, 4);
}

std::string milestone_lines(const ScenarioResult& result) {
  std::string text;
  for (const MilestoneResult& milestone : result.milestones) {
    text += paragraph(
        fmt::format("{}: {}", milestone.name, milestone.reached ? "reached" : "not reached"), 2, 4);
  }
  return text;
}

std::string step_text(const TraceStep& step) {
  constexpr std::size_t kSqlWidthMax = 200;
  std::string text = step.choice;
  if (!step.actor.empty()) text += " (" + step.actor + ")";
  if (step.statements.empty()) return text + " " + step.kind + " " + step.operation;
  for (const TraceStatement& statement : step.statements) {
    text += " " + readable_sql(statement, kSqlWidthMax);
  }
  return text;
}

bool same_step(const TraceStep& a, const TraceStep& b) {
  const auto same_statement = [](const TraceStatement& x, const TraceStatement& y) {
    return x.sql == y.sql && x.params == y.params;
  };
  return a.choice == b.choice && a.kind == b.kind && a.operation == b.operation &&
         a.error_sqlstate == b.error_sqlstate && a.affected == b.affected && a.rows == b.rows &&
         std::equal(a.statements.begin(), a.statements.end(), b.statements.begin(),
                    b.statements.end(), same_statement);
}

}  // namespace

std::string exploration_report(const ScenarioResult& result, const std::string& program,
                               const Style& style) {
  std::string text = check_table({result}, {}, style);
  text += "\ncovered\n" + covered(result);
  text += "\nproperties\n" + property_lines(result);
  if (!result.milestones.empty()) text += "\nmilestones\n" + milestone_lines(result);
  for (const std::string& report : violation_reports({&result, 1}, {.program = program}, style)) {
    text += "\n" + report;
  }
  return text;
}

std::string replay_report(const ReplayOutcome& outcome, const Style& style) {
  const ScenarioResult& result = outcome.result;
  std::string text = scenario_heading(result, style) + "\n" + lanes(outcome.trace, style) + "\n";
  if (result.broken) {
    text += style.bad("broken") + "\n" +
            paragraph(fmt::format("{}: {}", result.broken->kind, result.broken->message), 2, 4);
  }
  for (const PropertyResult& property : result.properties) {
    if (property.verdict != Verdict::violated) continue;
    text += style.bad("violated: " + escaped(property.info.name)) + "\n" +
            paragraph(property.detail, 2, 4);
  }
  const auto violated =
      std::count_if(result.properties.begin(), result.properties.end(),
                    [](const PropertyResult& p) { return p.verdict == Verdict::violated; });
  if (violated == 0 && !result.broken) {
    text += style.good("no property is violated along this schedule") + "\n";
  }
  if (!outcome.divergence.empty()) {
    text += style.bad("diverged") + "\n" + paragraph(outcome.divergence, 2, 4);
  }
  return text;
}

std::string first_difference(const Trace& expected, const Trace& seen) {
  for (std::size_t n = 0; n < std::max(expected.steps.size(), seen.steps.size()); ++n) {
    const TraceStep* const wanted = n < expected.steps.size() ? &expected.steps[n] : nullptr;
    const TraceStep* const found = n < seen.steps.size() ? &seen.steps[n] : nullptr;
    if (wanted != nullptr && found != nullptr && same_step(*wanted, *found)) continue;
    const std::string wanted_text = wanted == nullptr ? "the end" : step_text(*wanted);
    const std::string found_text = found == nullptr ? "the end" : step_text(*found);
    return wanted_text == found_text
               ? fmt::format("step {}: {}: another result than recorded", n + 1, wanted_text)
               : fmt::format("step {}: expected {}, seen {}", n + 1, wanted_text, found_text);
  }
  return "";
}

}  // namespace racewindow
