// SPDX-License-Identifier: Apache-2.0
#include "reports/review_tables.h"

#include <fmt/format.h>

#include <set>

#include "reports/result_text.h"
#include "reports/text.h"

namespace racewindow {
namespace {

const PropertyResult* find(const ScenarioResult& result, std::string_view property) {
  const auto found = std::ranges::find_if(
      result.properties, [&](const PropertyResult& each) { return each.info.name == property; });
  return found == result.properties.end() ? nullptr : &*found;
}

// "✓ 4": holds in all four workloads that ask for it; "✗ 2/4": violated in two of them; "? 1/4":
// not decided in one.
std::string verdict_cell(const Reviewed& design, std::string_view name) {
  std::size_t asked = 0;
  std::size_t violated = 0;
  std::size_t open = 0;
  for (const ScenarioResult* result : design.results) {
    const PropertyResult* property = find(*result, name);
    if (property == nullptr) continue;
    ++asked;
    if (property->verdict == Verdict::violated) ++violated;
    if (property->verdict == Verdict::inconclusive || property->verdict == Verdict::vacuous) ++open;
  }
  if (asked == 0) return "";
  std::string cell;
  if (violated > 0) cell = fmt::format("✗ {}/{}", violated, asked);
  if (open > 0) cell += fmt::format("{}? {}/{}", cell.empty() ? "" : ", ", open, asked);
  return cell.empty() ? fmt::format("✓ {}", asked) : cell;
}

// The labels of the properties with one of these verdicts in some result: "P2, P5".
std::string labels_of(const std::vector<const ScenarioResult*>& results,
                      const Properties& properties, std::initializer_list<Verdict> verdicts) {
  std::set<std::size_t> numbers;
  for (const ScenarioResult* result : results) {
    for (const PropertyResult& property : result->properties) {
      if (std::ranges::count(verdicts, property.verdict) > 0) {
        numbers.insert(properties.number(property.info.name));
      }
    }
  }
  std::string labels;
  for (const std::size_t number : numbers) {
    labels += fmt::format("{}P{}", labels.empty() ? "" : ", ", number + 1);
  }
  return labels;
}

// "✗ P2, P5 ? P7", or why it is nothing of the kind.
std::string found_cell(const ScenarioResult& result, const Properties& properties) {
  if (result.broken) return "! broken: " + result.broken->kind;
  const std::string violated = labels_of({&result}, properties, {Verdict::violated});
  const std::string open =
      labels_of({&result}, properties, {Verdict::inconclusive, Verdict::vacuous});
  std::string cell = violated.empty() ? "" : "✗ " + violated;
  if (!open.empty()) cell += (cell.empty() ? "? " : " ? ") + open;
  return cell.empty() ? "✓ all hold" : cell;
}

}  // namespace

std::string id_part(const std::string& id, std::size_t n) {
  std::size_t begin = 0;
  for (; n > 0; --n) begin = id.find('/', begin) + 1;
  return id.substr(begin, id.find('/', begin) - begin);
}

bool Reviewed::violates() const {
  return std::ranges::any_of(results, [](const ScenarioResult* result) {
    return std::ranges::any_of(result->properties, [](const PropertyResult& property) {
      return property.verdict == Verdict::violated;
    });
  });
}

std::vector<Reviewed> designs_of(const std::vector<ScenarioResult>& results) {
  std::vector<Reviewed> designs;
  for (const ScenarioResult& result : results) {
    const std::string name = id_part(result.scenario, 1);
    auto same = std::ranges::find(designs, name, &Reviewed::name);
    if (same == designs.end()) same = designs.insert(designs.end(), {name, {}});
    same->results.push_back(&result);
  }
  return designs;
}

std::string standing_of(const Reviewed& design, const Properties& properties) {
  const auto other_than_holds = std::ranges::count_if(design.results, [](const auto* result) {
    return result->broken || std::ranges::any_of(result->properties, [](const auto& property) {
             return property.verdict != Verdict::holds;
           });
  });
  const std::string workloads = counted(design.results.size(), "workload");
  if (other_than_holds == 0) return fmt::format("everything holds in {}", workloads);
  std::string text = fmt::format("not everything holds in {} of {}", other_than_holds, workloads);
  const std::string violated = labels_of(design.results, properties, {Verdict::violated});
  const std::string open =
      labels_of(design.results, properties, {Verdict::inconclusive, Verdict::vacuous});
  if (!violated.empty()) text += "; violated: " + violated;
  if (!open.empty()) text += "; not decided: " + open;
  return text;
}

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

void add_matrix(Document& document, const std::vector<Reviewed>& designs,
                const Properties& properties) {
  document.add(Heading{2, "Designs and properties"});
  document.add(Paragraph{
      "✓ n: the property holds in every schedule of all n workloads that ask for it, within their "
      "bounds. ✗ k/n: it is violated in k of n. ? k/n: it is not decided in k of n. Empty: no "
      "workload of the design asks for it."});
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

void add_workloads(Document& document, const std::vector<Reviewed>& designs,
                   const Properties& properties) {
  document.add(Heading{2, "Designs and workloads"});
  document.add(Paragraph{
      "What was explored, one row a scenario: every interleaving of it, with a reader who may look "
      "after any step. States are those of database, actors, clock and properties together."});
  DocumentTable table{{{"design"},
                       {"workload"},
                       {"who does what"},
                       {"found"},
                       {"interleavings", true},
                       {"states", true},
                       {"steps of the longest", true}},
                      {}};
  for (const Reviewed& design : designs) {
    for (const ScenarioResult* result : design.results) {
      table.rows.push_back({code(design.name), code(id_part(result->scenario, 2)), result->workload,
                            found_cell(*result, properties),
                            interleavings_text(result->counts.interleavings),
                            grouped(result->counts.states), grouped(result->counts.longest)});
    }
  }
  document.add(std::move(table));
}

}  // namespace racewindow
