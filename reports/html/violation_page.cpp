// SPDX-License-Identifier: Apache-2.0
#include "reports/html/violation_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <vector>

#include "reports/html/markup.h"
#include "reports/html/races.h"
#include "reports/html/step_card.h"
#include "reports/html/steps.h"
#include "reports/result_text.h"
#include "reports/text.h"

namespace racewindow {
namespace {

std::string fact_html(std::string_view label, std::string_view text) {
  if (text.empty()) return "";
  return fmt::format("<div><dt>{}</dt><dd>{}</dd></div>\n", label, html_cut(text, kTextBytesMax));
}

std::string crumbs_html(const Neighbours& neighbours) {
  std::string markup =
      "<nav class=\"crumbs\" aria-label=\"Report\"><a href=\"#results\">All "
      "results</a>";
  if (!neighbours.previous.empty()) {
    markup +=
        fmt::format("<a href=\"#{}\" rel=\"prev\">← previous violation</a>", neighbours.previous);
  }
  if (!neighbours.next.empty()) {
    markup += fmt::format("<a href=\"#{}\" rel=\"next\">next violation →</a>", neighbours.next);
  }
  return markup + "</nav>\n";
}

std::string heading_html(const Violation& violation, const std::string& id) {
  const ScenarioResult& result = violation.result();
  std::string stores;
  for (const ScenarioResult* each : violation.results) {
    stores += (stores.empty() ? "" : " and ") + html_text(each->store);
  }
  return fmt::format("<h2 id=\"{}.title\">{}<span class=\"settings\">{} on {}</span></h2>\n", id,
                     html_text(result.scenario), html_entities(settings_text(result)), stores) +
         "<dl class=\"facts\">\n" + fact_html("design", result.design) +
         fact_html("section", result.section) + fact_html("workload", result.workload) + "</dl>\n";
}

std::string property_html(const PropertyResult& property) {
  const bool expected = standing(property) == Standing::as_expected;
  std::string expectation(verdict_name(property.expected));
  if (!property.why_expected.empty()) expectation += ": " + property.why_expected;
  return fmt::format(
             "<section class=\"property {0}\"><h3><span class=\"verdict\">✗ violated{1}"
             "</span> {2} <span class=\"kind\">{3}</span></h3>\n<dl class=\"facts\">\n",
             expected ? "as-expected" : "unexpected",
             expected ? ", as expected" : ", which was not expected",
             html_cut(property.info.name, kTextBytesMax), kind_name(property.kind)) +
         fact_html("must hold", property.info.text) +
         fact_html("seen", property.counterexample->message) + fact_html("expected", expectation) +
         fact_html("section", property.info.section) + "</dl></section>\n";
}

// A property and the step from which on it is violated.
struct Breach {
  std::string name;
  std::size_t step;
  std::string message;
};

// The violated properties in their order, then others that the schedule breaches on its way.
std::vector<Breach> breaches_of(const Violation& violation) {
  const Trace& trace = violation.counterexample().trace;
  std::vector<Breach> breaches;
  for (const PropertyResult* property : violation.properties) {
    breaches.push_back(
        {property->info.name, trace.steps.size(), property->counterexample->message});
  }
  for (const TraceStep& step : trace.steps) {
    for (const std::string& text : step.breaches) {
      const std::size_t colon = std::min(text.find(": "), text.size());
      const std::string name = text.substr(0, colon);
      const std::string message = text.substr(std::min(colon + 2, text.size()));
      const auto known = std::find_if(breaches.begin(), breaches.end(),
                                      [&](const Breach& each) { return each.name == name; });
      if (known == breaches.end()) {
        breaches.push_back({name, step.number, message});
      } else if (step.number < known->step) {
        known->step = step.number;
      }
    }
  }
  return breaches;
}

// Where to go first.
std::string key_steps_html(const std::vector<ToldWindow>& windows,
                           const std::vector<Breach>& breaches, const std::string& id) {
  std::string markup;
  const auto link = [&](std::size_t step, std::string_view glyph, std::string_view text) {
    markup +=
        fmt::format("<li><a href=\"#{0}/{1}\">{2} step {1}</a> {3}</li>\n", id, step, glyph, text);
  };
  for (const auto& [window, otherwise] : windows) {
    link(window.opened_at, "▼", "the race window opens");
    link(window.hit_at, "▲", "it is hit");
  }
  std::map<std::size_t, std::string> violated;  // at each step, the names
  for (const Breach& breach : breaches) {
    std::string& names = violated[breach.step];
    names += (names.empty() ? "" : ", ") + html_cut(breach.name, kTextBytesMax);
  }
  for (const auto& [step, names] : violated) link(step, "✗", "violated: " + names);
  return "<ul class=\"key-steps\">\n" + markup + "</ul>\n";
}

std::string values_html(const std::vector<Breach>& breaches) {
  std::string markup;
  for (const Breach& breach : breaches) {
    const std::string name = html_cut(breach.name, kTextBytesMax);
    markup += fmt::format(
        "<li data-since=\"{1}\"><p class=\"good\" hidden>✓ {0} holds so far</p>"
        "<p class=\"bad\">✗ {0} violated since step {1}</p><p class=\"seen\">{2}</p></li>\n",
        name, breach.step, html_cut(breach.message, kTextBytesMax));
  }
  return markup;
}

// Only for the script, which shows and fills it.
std::string panel_html(const Trace& trace, const std::vector<Breach>& breaches) {
  constexpr std::string_view kPanel = R"html(<aside class="panel" aria-label="One step" hidden>
<div class="controls" role="group" aria-label="Go to a step">
<button type="button" data-go="first" aria-label="First step" title="Home">«</button>
<button type="button" data-go="previous" aria-label="Previous step" title="← or k">‹</button>
<input type="range" min="0" max="{steps}" value="0" step="1" aria-label="Step">
<span class="place"><span class="at">0</span> of {steps}</span>
<button type="button" data-go="next" aria-label="Next step" title="→ or j">›</button>
<button type="button" data-go="last" aria-label="Last step" title="End">»</button>
</div>
<div class="scrolled" tabindex="0" role="region" aria-label="State after the step">
<div class="now" aria-live="polite" aria-atomic="true"></div>
<section><h4>Properties</h4><ul class="values">
{values}</ul></section>
<section data-what="view" hidden><h4>What a reader sees</h4><div class="grids"></div></section>
<section data-what="table" hidden><h4>Tables</h4><div class="grids"></div></section>
<p class="keys"><kbd>←</kbd> <kbd>→</kbd> or <kbd>k</kbd> <kbd>j</kbd> one step, <kbd>Home</kbd>
<kbd>End</kbd></p>
</div></aside>
)html";
  return fmt::format(kPanel, fmt::arg("steps", trace.steps.size()),
                     fmt::arg("values", values_html(breaches)));
}

std::string commands_html(const Violation& violation) {
  std::string markup = "<section class=\"again\"><h3>Run it again</h3>\n";
  for (std::size_t n = 0; n < violation.results.size(); ++n) {
    const ScenarioResult& result = *violation.results[n];
    markup += fmt::format(
        "<div class=\"command\"><code tabindex=\"0\">{}</code><button type=\"button\" "
        "data-copy hidden>Copy<span class=\"said\"> the command for {}</span></button></div>\n",
        html_entities(replay_command(result, escaped(violation.replay_lines[n]), "racewindow")),
        html_text(result.store));
  }
  return markup +
         fmt::format("<p class=\"dim\">{}</p></section>\n", html_entities(counts_text(violation)));
}

}  // namespace

std::string violation_html(const Violation& violation, const std::string& id,
                           const Neighbours& neighbours) {
  const Trace& trace = violation.counterexample().trace;
  const std::vector<ToldWindow> windows = windows_of(violation);
  const std::vector<Breach> breaches = breaches_of(violation);
  std::string markup = fmt::format(
      "<article class=\"violation\" id=\"{0}\" tabindex=\"-1\" aria-labelledby=\"{0}.title\">\n",
      id);
  markup += crumbs_html(neighbours) + heading_html(violation, id);
  markup += "<div class=\"properties\">\n";
  for (const PropertyResult* property : violation.properties) markup += property_html(*property);
  markup += "</div>\n";
  markup += key_steps_html(windows, breaches, id);
  markup += "<div class=\"stepper\"><div class=\"run\">\n" + steps_html(trace, id, windows) +
            "</div>\n" + panel_html(trace, breaches) + "</div>\n";
  markup += comparisons_html(violation, id) + commands_html(violation);
  return markup + "</article>\n";
}

}  // namespace racewindow
