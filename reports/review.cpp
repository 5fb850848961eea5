// SPDX-License-Identifier: Apache-2.0
#include "reports/review.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "reports/counterexample_blocks.h"
#include "reports/mutation_blocks.h"
#include "reports/result_text.h"
#include "reports/text.h"
#include "reports/violations.h"

namespace racewindow {
namespace {

// system/design/workload
std::string part(const std::string& id, std::size_t n) {
  std::size_t begin = 0;
  for (; n > 0; --n) begin = id.find('/', begin) + 1;
  return id.substr(begin, id.find('/', begin) - begin);
}

using Results = std::vector<const ScenarioResult*>;

// A design's results, and everything the review says about several of them.
struct Reviewed {
  std::string name;
  Results results;

  [[nodiscard]] const ScenarioResult& first() const { return *results.front(); }
  [[nodiscard]] bool violates() const {
    return std::ranges::any_of(results, [](const ScenarioResult* result) {
      return std::ranges::any_of(result->properties, [](const PropertyResult& property) {
        return property.verdict == Verdict::violated;
      });
    });
  }
};

std::vector<Reviewed> designs_of(const std::vector<ScenarioResult>& results) {
  std::vector<Reviewed> designs;
  for (const ScenarioResult& result : results) {
    const std::string name = part(result.scenario, 1);
    auto same = std::ranges::find(designs, name, &Reviewed::name);
    if (same == designs.end()) same = designs.insert(designs.end(), {name, {}});
    same->results.push_back(&result);
  }
  return designs;
}

const PropertyResult* find(const ScenarioResult& result, std::string_view property) {
  const auto found = std::ranges::find_if(
      result.properties, [&](const PropertyResult& each) { return each.info.name == property; });
  return found == result.properties.end() ? nullptr : &*found;
}

// Every property that some scenario has, in the order in which they are met: P1, P2, …
class Properties {
 public:
  explicit Properties(const std::vector<ScenarioResult>& results) {
    for (const ScenarioResult& result : results) {
      for (const PropertyResult& property : result.properties) {
        if (number(property.info.name) == all_.size()) all_.push_back(&property);
      }
    }
  }
  [[nodiscard]] const std::vector<const PropertyResult*>& all() const { return all_; }
  // all().size(): none of that name.
  [[nodiscard]] std::size_t number(std::string_view name) const {
    const auto found = std::ranges::find_if(
        all_, [&](const PropertyResult* each) { return each->info.name == name; });
    return static_cast<std::size_t>(found - all_.begin());
  }
  [[nodiscard]] std::string label(std::string_view name) const {
    return fmt::format("P{}", number(name) + 1);
  }

 private:
  std::vector<const PropertyResult*> all_;
};

void add_guarantees(Document& document, const SystemInfo& system, const Properties& properties) {
  document.add(Heading{2, "What the guard must guarantee"});
  if (!system.guarantee.empty()) document.add(Paragraph{system.guarantee});
  DocumentTable table{
      {{""}, {"property"}, {"what must hold"}, {"section of the document"}, {"judged"}}, {}};
  for (const PropertyResult* property : properties.all()) {
    table.rows.push_back({properties.label(property->info.name), code(property->info.name),
                          property->info.text, property->info.section,
                          std::string(kind_name(property->kind))});
  }
  document.add(std::move(table));
}

std::string standing_of(const Reviewed& design, const Properties& properties) {
  std::set<std::size_t> numbers;
  std::size_t failing = 0;
  for (const ScenarioResult* result : design.results) {
    bool fails = result->broken.has_value();
    for (const PropertyResult& property : result->properties) {
      if (property.verdict == Verdict::holds) continue;
      fails = true;
      numbers.insert(properties.number(property.info.name));
    }
    failing += fails ? 1 : 0;
  }
  const std::string workloads = counted(design.results.size(), "workload");
  if (failing == 0) return fmt::format("everything holds in {}", workloads);
  std::string labels;
  for (const std::size_t number : numbers) {
    labels += fmt::format("{}P{}", labels.empty() ? "" : ", ", number + 1);
  }
  return fmt::format("does not hold in {} of {}: {}", failing, workloads, labels);
}

void add_designs(Document& document, const std::vector<Reviewed>& designs,
                 const Properties& properties) {
  document.add(Heading{2, "The designs"});
  DocumentTable table{{{"design"}, {"what it does"}, {"section"}, {"standing"}, {"found"}}, {}};
  for (const Reviewed& design : designs) {
    table.rows.push_back({code(design.name), design.first().design, design.first().section,
                          design.first().accepted ? Line(strong("accepted")) : Line("not accepted"),
                          standing_of(design, properties)});
  }
  document.add(std::move(table));
}

// "✓ 4": holds in all four workloads that ask for it; "✗ 2/4": violated in two of them.
std::string verdict_cell(const Reviewed& design, std::string_view name) {
  std::size_t asked = 0;
  std::size_t violated = 0;
  std::string_view other;  // neither holds nor violated
  for (const ScenarioResult* result : design.results) {
    const PropertyResult* property = find(*result, name);
    if (property == nullptr) continue;
    ++asked;
    if (property->verdict == Verdict::violated) ++violated;
    if (property->verdict == Verdict::inconclusive || property->verdict == Verdict::vacuous) {
      other = verdict_name(property->verdict);
    }
  }
  if (asked == 0) return "";
  if (violated > 0) return fmt::format("✗ {}/{}", violated, asked);
  return other.empty() ? fmt::format("✓ {}", asked) : fmt::format("? {}", other);
}

void add_matrix(Document& document, const std::vector<Reviewed>& designs,
                const Properties& properties) {
  document.add(Heading{2, "Designs and properties"});
  document.add(Paragraph{
      "✓ n: the property holds in every schedule of all n workloads that ask for it, within their "
      "bounds. ✗ k/n: it is violated in k of n. Empty: no workload of the design asks for it."});
  DocumentTable table{{{"design"}}, {}};
  for (const PropertyResult* property : properties.all()) {
    table.columns.push_back({properties.label(property->info.name)});
  }
  for (const Reviewed& design : designs) {
    std::vector<Line> row = {code(design.name)};
    for (const PropertyResult* property : properties.all()) {
      row.emplace_back(verdict_cell(design, property->info.name));
    }
    table.rows.push_back(std::move(row));
  }
  document.add(std::move(table));
}

std::string violated_labels(const ScenarioResult& result, const Properties& properties) {
  if (result.broken) return "! broken: " + result.broken->kind;
  std::string labels;
  for (const PropertyResult& property : result.properties) {
    if (property.verdict == Verdict::holds) continue;
    const bool violated = property.verdict == Verdict::violated;
    labels += fmt::format(" {}{}", violated ? "" : "?", properties.label(property.info.name));
  }
  return labels.empty() ? "✓ all hold" : "✗" + labels;
}

void add_workloads(Document& document, const std::vector<Reviewed>& designs,
                   const Properties& properties) {
  document.add(Heading{2, "Designs and workloads"});
  document.add(Paragraph{
      "What was explored, one row a scenario: every interleaving of it, with a reader who may look "
      "after any step. States are those of database, actors, clock and properties together."});
  DocumentTable table{{{"design"},
                       {"workload"},
                       {"who does what"},
                       {"violated"},
                       {"interleavings", true},
                       {"states", true},
                       {"steps of the longest", true}},
                      {}};
  for (const Reviewed& design : designs) {
    for (const ScenarioResult* result : design.results) {
      table.rows.push_back({code(design.name), code(part(result->scenario, 2)), result->workload,
                            violated_labels(*result, properties),
                            interleavings_text(result->counts.interleavings),
                            grouped(result->counts.states), grouped(result->counts.longest)});
    }
  }
  document.add(std::move(table));
}

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
          {code(property.info.name), code(part(result->scenario, 2)),
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
                              code(part(clearest->result().scenario, 2)),
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
  std::map<std::string, std::vector<std::string>> workloads;
  for (const ScenarioResult* result : design.results) {
    std::string bounds = fmt::format("{}", fmt::join(result->bounds, ", "));
    workloads[bounds + settings_text(*result)].push_back(part(result->scenario, 2));
  }
  Bullets bullets;
  for (const auto& [bounds, names] : workloads) {
    Line item(bounds + ":");
    for (const std::string& name : names) item.add(" ").add(code(name));
    bullets.items.push_back(std::move(item));
  }
  document.add(Paragraph{"The bounds within which that was explored, completely:"});
  document.add(std::move(bullets));
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
      if (part(report.design, 1) == design.name)
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
