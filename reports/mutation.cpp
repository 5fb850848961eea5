// SPDX-License-Identifier: Apache-2.0
#include "reports/mutation.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "reports/text.h"

namespace racewindow {
namespace {

constexpr std::array kOutcomes = {
    MutantOutcome::killed,  MutantOutcome::survived,       MutantOutcome::equivalent,
    MutantOutcome::vacuous, MutantOutcome::not_applicable, MutantOutcome::inconclusive,
    MutantOutcome::broken,
};

std::string mark(MutantOutcome outcome, const Style& style) {
  const std::string name = pad(outcome_name(outcome), 14);
  switch (outcome) {
    case MutantOutcome::killed:
      return style.good("✓ " + name);
    case MutantOutcome::equivalent:
    case MutantOutcome::not_applicable:
      return style.dim("· " + name);
    case MutantOutcome::survived:
      return style.bad("✗ " + name);
    case MutantOutcome::vacuous:
    case MutantOutcome::inconclusive:
    case MutantOutcome::broken:
      return style.warning("? " + name);
  }
  return name;
}

std::string summary(const MutationReport& report) {
  std::string text = counted(report.mutants.size(), "mutant");
  for (const MutantOutcome outcome : kOutcomes) {
    const auto count =
        std::count_if(report.mutants.begin(), report.mutants.end(),
                      [&](const MutantResult& mutant) { return mutant.outcome == outcome; });
    if (count > 0) text += fmt::format(", {} {}", count, outcome_name(outcome));
  }
  return text;
}

// `replay`: the command up to the line.
std::string row(const MutantResult& mutant, const std::string& replay, const Style& style) {
  const Mutation& mutation = mutant.mutation;
  std::string text =
      fmt::format("  {}  {}  {}:{}  {}={}\n", mark(mutant.outcome, style), pad(mutation.kind, 19),
                  escaped(mutation.site.file), mutation.site.line, kMutant, mutation.id());
  text += paragraph(mutation_text(mutation), 6, 8);
  if (mutant.outcome == MutantOutcome::killed) {
    text += paragraph(fmt::format("{} in {}: {}", mutant.property, mutant.scenario, mutant.detail),
                      6, 8);
    text += fmt::format("      {} {}\n", replay, mutant.replay_line);
  } else if (!mutant.detail.empty()) {
    text += paragraph(mutant.detail, 6, 8);
  }
  return text;
}

}  // namespace

std::string_view outcome_name(MutantOutcome outcome) {
  switch (outcome) {
    case MutantOutcome::killed:
      return "killed";
    case MutantOutcome::survived:
      return "survived";
    case MutantOutcome::equivalent:
      return "equivalent";
    case MutantOutcome::vacuous:
      return "vacuous";
    case MutantOutcome::not_applicable:
      return "not-applicable";
    case MutantOutcome::inconclusive:
      return "inconclusive";
    case MutantOutcome::broken:
      return "broken";
  }
  return "";
}

std::string mutation_text(const Mutation& mutation) {
  const std::string& before = mutation.before;
  const std::string& after = mutation.after;
  if (mutation.kind == kSkipStatement) return "[-" + before + "-]";
  if (mutation.kind == kSplitTransaction) return "{+COMMIT; BEGIN;+} " + before;
  if (mutation.kind == kSwapStatements) {
    const std::string next = after.substr(0, after.size() - before.size());
    return "[-" + before + ";-] " + next + "{+" + before + "+}";
  }
  if (after.empty()) return before;
  const std::string removed = before.substr(mutation.begin, mutation.end - mutation.begin);
  const std::size_t tail = before.size() - mutation.end;
  const std::string added = after.substr(mutation.begin, after.size() - tail - mutation.begin);
  std::string text = before.substr(0, mutation.begin);
  if (!removed.empty()) text += "[-" + removed + "-]";
  if (!added.empty()) text += "{+" + added + "+}";
  return text + before.substr(mutation.end);
}

std::string mutation_table(const std::vector<MutationReport>& reports, const std::string& program,
                           const Style& style) {
  std::string text;
  for (const MutationReport& report : reports) {
    if (!text.empty()) text += "\n";
    text += style.strong(escaped(report.design)) + " on " + report.store +
            (report.accepted ? " (accepted)" : "") + ", " +
            counted(report.workloads.size(), "workload") + "\n";
    for (const std::string& left_out : report.left_out) {
      text += paragraph("left out: " + left_out, 2, 4);
    }
    std::string replay = shell_word(program) + " replay";
    if (!report.spec_file.empty()) replay += " --spec " + shell_word(report.spec_file);
    for (const MutantResult& mutant : report.mutants) text += row(mutant, replay, style);
    text += "  " + summary(report) + "\n";
  }
  return text;
}

}  // namespace racewindow
