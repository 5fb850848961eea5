// SPDX-License-Identifier: Apache-2.0
#include "reports/mutation_blocks.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "reports/mutation.h"

namespace racewindow {
namespace {

constexpr std::array kOutcomes = {
    MutantOutcome::killed,         MutantOutcome::survived,     MutantOutcome::equivalent,
    MutantOutcome::vacuous,        MutantOutcome::inconclusive, MutantOutcome::broken,
    MutantOutcome::not_applicable,
};

std::string counts(const MutationReport& report) {
  std::string text;
  for (const MutantOutcome outcome : kOutcomes) {
    const auto count = std::ranges::count(report.mutants, outcome, &MutantResult::outcome);
    if (count == 0) continue;
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, outcome_name(outcome));
  }
  return text;
}

std::string why_survived(const MutantResult& mutant, const SystemInfo& system) {
  std::string_view why;
  if (system.explain_survivor) {
    why = system.explain_survivor(mutant.mutation.kind, mutant.mutation.site.file,
                                  mutation_text(mutant.mutation));
  }
  return why.empty() ? "not explained" : std::string(why);
}

}  // namespace

void add_mutation(Document& document, const MutationReport& report, const SystemInfo& system,
                  const std::string& program) {
  document.add(Paragraph{
      Line(fmt::format("Is every clause needed? One statement is changed at a time ([- -] went, "
                       "{{+ +}} came), and each of the {} mutants explored: {}.",
                       report.mutants.size(), counts(report)))});
  if (!report.left_out.empty()) {
    document.add(Paragraph{"Left out of that, for the guard itself is not as expected there:"});
    Bullets left_out;
    for (const std::string& workload : report.left_out) left_out.items.emplace_back(workload);
    document.add(std::move(left_out));
  }
  DocumentTable table{{{"statement"},
                       {"change"},
                       {"outcome"},
                       {"by"},
                       {"what was seen, or why nothing was"},
                       {"replay"}},
                      {}};
  for (const MutantResult& mutant : report.mutants) {
    const StatementSite& site = mutant.mutation.site;
    Line replay;
    if (!mutant.replay_line.empty()) replay.add(code(program + " replay " + mutant.replay_line));
    table.rows.push_back(
        {fmt::format("{}:{}", site.file, site.line),
         Line(mutant.mutation.kind + ": ", code(mutation_text(mutant.mutation))),
         std::string(outcome_name(mutant.outcome)),
         mutant.property.empty() ? Line() : Line(code(mutant.property)),
         mutant.outcome == MutantOutcome::survived ? why_survived(mutant, system) : mutant.detail,
         std::move(replay)});
  }
  document.add(std::move(table));
}

}  // namespace racewindow
