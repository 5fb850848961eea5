// SPDX-License-Identifier: Apache-2.0
#include "reports/review.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "reports/counterexample_blocks.h"
#include "reports/mutation_blocks.h"
#include "reports/result_text.h"
#include "reports/review_tables.h"
#include "reports/text.h"
#include "reports/violations.h"

namespace racewindow {
namespace {

// exploration.md's order of clarity: fewest actors, faults, preemptions, switches, steps.
auto clarity(const Violation& violation) {
  const Counterexample& shown = violation.counterexample();
  return std::tuple(shown.trace.actors.size(), shown.faults, shown.preemptions, shown.switches,
                    shown.steps);
}

std::vector<Violation> violations_of(const Reviewed& design) {
  std::vector<Violation> all;
  for (const ScenarioResult* result : design.results) {
    for (Violation& each : violations(std::span(result, 1), false)) all.push_back(std::move(each));
  }
  return all;
}

// Where each of its properties first fails, and why that is expected.
void add_violated(Document& document, const Reviewed& design, const std::string& program) {
  DocumentTable table{{{"property"}, {"workload"}, {"seen"}, {"why"}, {"replay"}}, {}};
  std::vector<std::string> told;
  for (const ScenarioResult* result : design.results) {
    for (const PropertyResult& property : result->properties) {
      if (!property.counterexample || std::ranges::count(told, property.info.name) > 0) continue;
      told.push_back(property.info.name);
      table.rows.push_back(
          {code(property.info.name), code(id_part(result->scenario, 2)),
           property.counterexample->message, property.why_expected,
           code(replay_command(*result, property.counterexample->replay_line, program))});
    }
  }
  document.add(std::move(table));
}

void add_failure(Document& document, const Reviewed& design, const std::string& program) {
  const std::vector<Violation> all = violations_of(design);
  const auto clearest = std::ranges::min_element(all, {}, clarity);
  document.add(Paragraph{Line("Its clearest counterexample, under ",
                              code(id_part(clearest->result().scenario, 2)),
                              " (" + clearest->result().workload + "):")});
  add_violation(document, *clearest, program);
  document.add(Paragraph{"Each property that it violates, where that is seen first:"});
  add_violated(document, design, program);
}

void add_rejected(Document& document, const std::vector<Reviewed>& designs,
                  const std::string& program) {
  document.add(Heading{2, "The designs that were not accepted"});
  for (const Reviewed& design : designs) {
    if (design.first().accepted) continue;
    document.add(Heading{3, code(design.name)});
    document.add(Paragraph{sentence(design.first().design)});
    if (design.violates()) {
      add_failure(document, design, program);
    } else {
      document.add(Paragraph{"No workload that it was put under breaks it."});
    }
  }
}

// What several workloads share is said once.
void add_bounds(Document& document, const Reviewed& design) {
  std::map<std::string, std::vector<std::string>> complete;
  Bullets unfinished;
  for (const ScenarioResult* result : design.results) {
    const std::string workload = id_part(result->scenario, 2);
    if (!result->complete) {
      const std::string why = result->broken ? "it is broken" : "limit met: " + result->limit;
      unfinished.items.emplace_back(Line(code(workload), ": " + why));
      continue;
    }
    std::string bounds = fmt::format("{}", fmt::join(result->bounds, ", "));
    complete[bounds + settings_text(*result)].push_back(workload);
  }
  Bullets bullets;
  for (const auto& [bounds, names] : complete) {
    Line item(bounds + ":");
    for (const std::string& name : names) item.add(" ").add(code(name));
    bullets.items.push_back(std::move(item));
  }
  if (!bullets.items.empty()) {
    document.add(Paragraph{"The bounds within which it was explored, completely:"});
    document.add(std::move(bullets));
  }
  if (!unfinished.items.empty()) {
    document.add(Paragraph{"Not explored to the end, so that nothing is known to hold there:"});
    document.add(std::move(unfinished));
  }
}

void add_milestones(Document& document, const Reviewed& design) {
  std::vector<std::string> names;
  for (const ScenarioResult* result : design.results) {
    for (const MilestoneResult& milestone : result->milestones) {
      const std::string text = milestone.name + (milestone.reached ? "" : " (not reached)");
      if (std::ranges::count(names, text) == 0) names.push_back(text);
    }
  }
  if (names.empty()) return;
  document.add(Paragraph{"The contention that was reached, so that the verdicts mean something:"});
  Bullets bullets;
  for (std::string& name : names) bullets.items.emplace_back(std::move(name));
  document.add(std::move(bullets));
}

void add_accepted(Document& document, const std::vector<Reviewed>& designs,
                  const Properties& properties, const Review& review) {
  document.add(Heading{2, "The accepted designs"});
  for (const Reviewed& design : designs) {
    if (!design.first().accepted) continue;
    document.add(Heading{3, code(design.name)});
    document.add(Paragraph{Line(sentence(design.first().design) +
                                " Found: " + sentence(standing_of(design, properties)))});
    if (design.violates()) add_failure(document, design, review.program);
    add_bounds(document, design);
    add_milestones(document, design);
    for (const MutationReport& report : review.mutation) {
      if (id_part(report.design, 1) == design.name)
        add_mutation(document, report, review.system, review.program);
    }
  }
}

void add_not_covered(Document& document, const Review& review) {
  document.add(Heading{2, "What is not covered"});
  Bullets bullets;
  for (const std::string& item : review.system.not_modelled) bullets.items.emplace_back(item);
  bullets.items.emplace_back(
      "Anything beyond the bounds above: more actors, rows, faults or moves of time.");
  std::vector<std::string> unordered;
  for (const ScenarioResult& result : review.results) {
    for (const std::string& text : result.unordered_statements) {
      if (std::ranges::count(unordered, text) == 0) unordered.push_back(text);
    }
  }
  for (const std::string& text : unordered) {
    bullets.items.push_back(Line("Other orders of the rows of ", code(text),
                                 ", which no ORDER BY decides: one canonical order was explored."));
  }
  document.add(std::move(bullets));
}

void add_commands(Document& document, const Review& review) {
  const std::string& program = review.program;
  const std::string& system = review.system.name;
  const std::string& store = review.results.front().store;
  document.add(Heading{2, "How to make this again"});
  std::string commands = fmt::format(
      "{0} review {1} --store {2} --markdown {1}.md --html {1}.html\n"
      "{0} check {1} --store {2}\n",
      program, system, store);
  if (!review.mutation.empty()) {
    for (const MutationReport& report : review.mutation) {
      commands += fmt::format("{} mutate {} --store {}\n", program, report.design, report.store);
    }
  }
  document.add(CodeBlock{"sh", commands});
  std::string versions;
  for (const ComponentVersion& component : review.results.front().versions) {
    versions +=
        fmt::format("{}{} {}", versions.empty() ? "" : ", ", component.name, component.version);
  }
  if (!versions.empty()) document.add(Paragraph{"Made by " + versions + "."});
}

}  // namespace

Document review(const Review& review) {
  const SystemInfo& system = review.system;
  const std::vector<Reviewed> designs = designs_of(review.results);
  const Properties properties(review.results);
  Document document{
      (system.title.empty() ? system.name : system.title) + ": evidence for a design review", {}};
  if (!system.source.empty()) {
    document.add(Paragraph{"The designs are those of " + system.source +
                           ". Each verdict was found by exploring every schedule of real guard "
                           "code within the bounds that are given, never assumed."});
  }
  add_guarantees(document, system, properties);
  add_designs(document, designs, properties);
  add_matrix(document, designs, properties);
  add_accepted(document, designs, properties, review);
  add_rejected(document, designs, review.program);
  add_workloads(document, designs, properties);
  add_not_covered(document, review);
  add_commands(document, review);
  return document;
}

}  // namespace racewindow
