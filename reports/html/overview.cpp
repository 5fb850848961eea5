// SPDX-License-Identifier: Apache-2.0
#include "reports/html/overview.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <span>
#include <string_view>

#include "reports/html/markup.h"
#include "reports/html/step_card.h"
#include "reports/result_text.h"
#include "reports/text.h"

namespace racewindow {
namespace {

using Runs = std::span<const ScenarioResult>;

std::string_view design_of(const ScenarioResult& result) {
  return std::string_view(result.scenario)
      .substr(0, std::min(result.scenario.rfind('/'), result.scenario.size()));
}
std::string_view workload_of(const ScenarioResult& result) {
  const std::size_t slash = result.scenario.rfind('/');
  return std::string_view(result.scenario).substr(slash == std::string::npos ? 0 : slash + 1);
}

std::string_view standing_style(Standing standing) {
  constexpr std::array<std::string_view, 4> kStyles = {"good", "bad", "warning", "bad"};
  return kStyles[static_cast<std::size_t>(standing)];
}

bool all_as_expected(Runs runs) {
  return std::all_of(runs.begin(), runs.end(), [](const ScenarioResult& result) {
    return standing(result) == Standing::as_expected;
  });
}

std::string milestones_text(const ScenarioResult& result) {
  if (result.milestones.empty()) return "-";
  const auto reached = std::count_if(result.milestones.begin(), result.milestones.end(),
                                     [](const auto& milestone) { return milestone.reached; });
  return fmt::format("{} of {}", reached, result.milestones.size());
}

// A cell knows its column's name, which stands beside it where the page is too narrow for columns.
std::string cell_html(std::string_view column, const std::string& markup) {
  return fmt::format("<td data-column=\"{}\">{}</td>", column, markup);
}

std::string row_html(const ScenarioResult& result) {
  const Standing is = standing(result);
  std::string markup = fmt::format(
      "<tr class=\"row\"><th scope=\"row\">{}<span class=\"settings\">{}</span></th>"
      "<td data-column=\"verdicts\"><span class=\"{}\">{} {}</span></td>",
      html_text(workload_of(result)), html_entities(settings_text(result)), standing_style(is),
      standing_glyph(is), standing_name(is));
  markup += cell_html("properties", html_entities(verdicts_text(result)));
  markup += cell_html("store", html_text(result.store));
  markup +=
      cell_html("interleavings", html_entities(interleavings_text(result.counts.interleavings)));
  markup += cell_html("executions", grouped(result.counts.executions));
  markup += cell_html("states", result.counts.states == 0 ? "-" : grouped(result.counts.states));
  markup += cell_html("milestones", milestones_text(result));
  return markup + cell_html("time", fmt::format("{:.2f} s", result.elapsed_s)) + "</tr>\n";
}

std::string property_html(const ScenarioResult& result, const PropertyResult& property,
                          const ViolationLinks& links) {
  const Standing is = standing(property);
  std::string name = html_cut(property.info.name, kTextBytesMax);
  const auto link = links.find({&result, property.info.name});
  if (link != links.end()) name = fmt::format("<a href=\"#{}\">{}</a>", link->second, name);
  std::string verdict(verdict_name(property.verdict));
  verdict += is == Standing::as_expected
                 ? " as expected"
                 : fmt::format(", expected {}", verdict_name(property.expected));
  const std::string& why = undecided(property) ? property.detail : property.why_expected;
  return fmt::format(
      "<span>{}</span> <span class=\"{}\">{} {}</span> <span class=\"dim\">{}</span>", name,
      standing_style(is), standing_glyph(is), verdict, html_cut(why, kTextBytesMax));
}

// A list item about a property (or about no one), and the stores of which it is true.
struct Note {
  std::string property;
  std::string markup;
  std::vector<std::string> stores;
};

// What does not simply hold as expected.
std::vector<Note> notes_of(const ScenarioResult& result, const ViolationLinks& links) {
  std::vector<Note> notes;
  if (result.broken) {
    const BrokenResult& broken = *result.broken;
    std::string note =
        fmt::format("<span>broken</span> <span class=\"bad\">! {}</span> <span class=\"dim\">{}",
                    html_text(broken.kind), html_cut(broken.message, kTextBytesMax));
    if (!broken.actor.empty()) note += "; actor " + html_text(broken.actor);
    if (!broken.step.empty()) note += "; step " + html_cut(broken.step, kTextBytesMax);
    notes.push_back({"", note + "</span>", {}});
  }
  for (const PropertyResult& property : result.properties) {
    if (property.verdict == Verdict::holds && property.expected == Verdict::holds) continue;
    notes.push_back({property.info.name, property_html(result, property, links), {}});
  }
  return notes;
}

// The notes of runs that differ in the store. What all tell alike is told once.
std::string notes_html(Runs runs, const ViolationLinks& links) {
  std::vector<Note> notes;
  for (const ScenarioResult& result : runs) {
    for (const Note& note : notes_of(result, links)) {
      auto same = std::find_if(notes.begin(), notes.end(),
                               [&](const Note& each) { return each.markup == note.markup; });
      if (same == notes.end()) {
        // Beside what another store says of the property.
        const auto last = std::find_if(notes.rbegin(), notes.rend(), [&](const Note& each) {
          return each.property == note.property;
        });
        same = notes.insert(last == notes.rend() ? notes.end() : last.base(), note);
      }
      same->stores.push_back(html_text(result.store));
    }
  }
  std::string markup;
  for (const Note& note : notes) {
    const bool everywhere = note.stores.size() == runs.size();
    markup += fmt::format("<li>{}{}</li>\n", note.markup,
                          everywhere ? ""
                                     : fmt::format(" <span class=\"only\">only on {}</span>",
                                                   fmt::join(note.stores, " and ")));
  }
  return markup.empty() ? "" : "<ul>\n" + markup + "</ul>\n";
}

std::string list_html(std::string_view label, const std::vector<std::string>& items) {
  if (items.empty()) return "";
  std::string text;
  for (const std::string& item : items) {
    text += (text.empty() ? "" : "; ") + html_cut(item, kTextBytesMax);
  }
  return fmt::format("<div><dt>{}</dt><dd>{}</dd></div>\n", label, text);
}

// What was asked, within which bounds, and what was reached.
std::string scope_html(const ScenarioResult& result) {
  std::vector<std::string> holding;
  for (const PropertyResult& property : result.properties) {
    if (property.verdict == Verdict::holds) holding.push_back(property.info.name);
  }
  std::vector<std::string> reached;
  std::vector<std::string> missed;
  for (const MilestoneResult& each : result.milestones) {
    (each.reached ? reached : missed).push_back(each.name);
  }
  std::vector<std::string> versions;
  for (const ComponentVersion& each : result.versions) {
    versions.push_back(each.name + " " + each.version);
  }
  std::vector<std::string> explored = {result.strategy,
                                       result.complete ? "the whole space within the bounds"
                                                       : "not the whole space: " + result.limit};
  std::vector<std::string> fingerprint;
  if (!result.fingerprint.empty()) fingerprint.push_back(result.fingerprint);
  return "<details><summary>Bounds, milestones and what holds</summary><dl class=\"facts\">\n" +
         list_html("explored", explored) + list_html("within", result.bounds) +
         list_html("hold", holding) + list_html("reached", reached) +
         list_html("not reached", missed) + list_html("unordered", result.unordered_statements) +
         list_html("fingerprint", fingerprint) + list_html("made by", versions) +
         "</dl></details>\n";
}

// Runs of one scenario, which differ in the store: a row for each, and what they tell alike once.
std::string scenario_html(Runs runs, const ViolationLinks& links) {
  const ScenarioResult& first = runs.front();
  const bool as_expected = all_as_expected(runs);
  std::string markup =
      fmt::format("<tbody data-name=\"{}\"{}>\n", html_text(first.scenario + settings_text(first)),
                  as_expected ? "" : " data-unexpected");
  for (const ScenarioResult& result : runs) markup += row_html(result);
  markup += "<tr class=\"notes\"><td colspan=\"9\">";
  if (!first.workload.empty()) {
    markup += fmt::format("<p class=\"dim\">{}</p>\n", html_cut(first.workload, kTextBytesMax));
  }
  markup += notes_html(runs, links);
  return markup + scope_html(first) + "</td></tr>\n</tbody>\n";
}

// The runs at the beginning that `same` says belong to the first one.
template <class Same>
std::size_t run_length(Runs runs, const Same& same) {
  const auto other = std::find_if_not(runs.begin(), runs.end(), [&](const ScenarioResult& each) {
    return same(runs.front(), each);
  });
  return static_cast<std::size_t>(other - runs.begin());
}

// Runs of one design, one after the other, and the id of their section.
struct Design {
  Runs runs;
  std::string id;
};

std::vector<Design> designs_of(Runs runs) {
  std::vector<Design> designs;
  std::set<std::string> taken;
  while (!runs.empty()) {
    const std::size_t count =
        run_length(runs, [](const auto& a, const auto& b) { return design_of(a) == design_of(b); });
    designs.push_back({runs.first(count),
                       unique_word("design." + fragment_word(design_of(runs.front())), taken)});
    runs = runs.subspan(count);
  }
  return designs;
}

std::string contents_html(const std::vector<Design>& designs) {
  std::string markup = "<nav class=\"contents\" aria-label=\"Designs\"><ul>\n";
  for (const Design& design : designs) {
    const bool as_expected = all_as_expected(design.runs);
    markup += fmt::format("<li><a href=\"#{}\">{}</a> <span class=\"{}\">{}</span></li>\n",
                          design.id, html_text(design_of(design.runs.front())),
                          as_expected ? "good" : "bad", html_entities(standings_text(design.runs)));
  }
  return markup + "</ul></nav>\n";
}

std::string design_html(const Design& design, const ViolationLinks& links) {
  Runs runs = design.runs;
  const ScenarioResult& first = runs.front();
  std::string markup = fmt::format(
      "<section class=\"design\" id=\"{}\"><h3>{}{}</h3>\n<p>{}</p>\n<table class=\"runs\">\n"
      "<caption class=\"said\">Runs of {}</caption>\n<thead><tr>",
      design.id, html_text(design_of(first)),
      first.accepted ? " <span class=\"tag\">accepted design</span>" : "",
      html_cut(first.design, kTextBytesMax), html_text(design_of(first)));
  for (const std::string_view column :
       {"workload", "verdicts", "properties", "store", "interleavings", "executions", "states",
        "milestones", "time"}) {
    markup += fmt::format("<th scope=\"col\">{}</th>", column);
  }
  markup += "</tr></thead>\n";
  while (!runs.empty()) {
    const std::size_t count = run_length(runs, [](const auto& a, const auto& b) {
      return a.scenario == b.scenario && settings_text(a) == settings_text(b);
    });
    markup += scenario_html(runs.first(count), links);
    runs = runs.subspan(count);
  }
  return markup + "</table></section>\n";
}

}  // namespace

std::string overview_html(const std::vector<ScenarioResult>& results, const ViolationLinks& links) {
  std::string markup =
      "<section class=\"overview\" id=\"results\" tabindex=\"-1\" "
      "aria-labelledby=\"results.title\">\n"
      "<h2 id=\"results.title\">Results</h2>\n"
      "<form class=\"filter\" hidden><label>Show only <input type=\"search\" name=\"name\" "
      "placeholder=\"part of a name\"></label>\n<label><input type=\"checkbox\" "
      "name=\"unexpected\"> other than expected</label>\n<output></output></form>\n";
  const std::vector<Design> designs = designs_of(results);
  if (designs.size() > 1) markup += contents_html(designs);
  for (const Design& design : designs) markup += design_html(design, links);
  return markup + "</section>\n";
}

}  // namespace racewindow
