// SPDX-License-Identifier: Apache-2.0
#include "reports/html/steps.h"

#include <fmt/format.h>

#include <array>
#include <map>
#include <span>
#include <vector>

#include "reports/html/markup.h"
#include "reports/html/step_card.h"
#include "reports/html/tables.h"
#include "reports/step_text.h"
#include "reports/text.h"

namespace racewindow {
namespace {

// What an actor's lane looks like in a row in which somebody else moves.
enum class Lane { runs, waits, over };

const std::vector<TraceTable> kNoTables;

// Tables by name as they are after the steps so far.
class Versions {
 public:
  explicit Versions(std::string_view what) : what_(what) {}

  // The tables among `seen` that are not as before, as markup; their names go to `names`. `seen`
  // outlives this.
  std::string next(const std::vector<TraceTable>& seen, std::vector<std::string>& names) {
    std::string markup;
    for (const TraceTable& table : seen) {
      const auto [last, is_first] = last_.emplace(table.name, &table);
      if (!is_first && *last->second == table) continue;
      markup += table_html(what_, *last->second, table);
      names.push_back(table.name);
      last->second = &table;
    }
    return markup;
  }

 private:
  std::string_view what_;
  std::map<std::string, const TraceTable*> last_;
};

// Writes the rows of one table, in order.
class StepRows {
 public:
  StepRows(const Trace& trace, const std::string& id, const std::vector<ToldWindow>& windows)
      : trace_(trace), id_(id), windows_(windows), lanes_(trace.actors.size(), Lane::runs) {}

  std::string run() {
    add_start();
    for (const TraceStep& step : trace_.steps) add(step);
    return std::move(markup_);
  }
  // Only the rows after the `common` ones, whose tables are compared with those all the same.
  std::string run_after(std::size_t common) {
    add_start();
    const std::span<const TraceStep> steps = trace_.steps;
    for (const TraceStep& step : steps.first(common)) add(step);
    markup_.clear();
    for (const TraceStep& step : steps.subspan(common)) add(step);
    return std::move(markup_);
  }

 private:
  void add_start() {
    open_row(0, "start");
    markup_ += "<td role=\"cell\" class=\"wide\"><p class=\"what\">Before the first step</p></td>";
    close_row({}, {}, trace_.initial_view, trace_.initial_tables);
  }

  void add(const TraceStep& step) {
    if (step.of_recovery && step.actor != recovering_) {
      recovering_ = step.actor;
      divider(fmt::format("Recovery: {} runs alone from here", html_text(step.actor)));
    }
    const bool in_lane =
        step.kind != "time" && !step.of_recovery && step.actor_index < lanes_.size();
    open_row(step.number, step_style(step));
    if (in_lane) {
      for (std::size_t lane = 0; lane < lanes_.size(); ++lane) add_lane(step, lane);
      lanes_[step.actor_index] = lane_after(step);
    } else {
      markup_ += "<td role=\"cell\" class=\"wide\">" + step_card_html(step) + "</td>";
    }
    std::vector<TextLine> view_lines;
    if (step.view_changed) {
      view_lines = view_change_lines(*view_, step.view, kLineWidth);
      view_ = &step.view;
    }
    close_row(view_lines, step.breaches, step.view_changed ? step.view : kNoTables, step.tables);
  }

  void add_lane(const TraceStep& step, std::size_t lane) {
    static constexpr std::array<std::string_view, 3> kStyles = {"idle", "idle waits", "idle over"};
    if (lane == step.actor_index) {
      markup_ +=
          fmt::format("<td role=\"cell\" class=\"lane a{}\">{}</td>", lane, step_card_html(step));
    } else {
      markup_ += fmt::format("<td role=\"cell\" class=\"lane a{} {}\"></td>", lane,
                             kStyles[static_cast<std::size_t>(lanes_[lane])]);
    }
  }

  static Lane lane_after(const TraceStep& step) {
    if (step.actor_status != "running") return Lane::over;
    // Who was told an error goes on while its statement waits.
    const bool still_its_own = step.kind == "wait" || step.kind == "statement";
    return !step.awaited.empty() && still_its_own ? Lane::waits : Lane::runs;
  }

  std::string step_style(const TraceStep& step) const {
    std::string style = step.kind == "time" ? "time" : "";
    if (!windows_.empty()) {
      const RaceWindow& drawn = windows_.front().window;
      if (step.number >= drawn.opened_at && step.number <= drawn.hit_at) style += " in-window";
      if (step.number == drawn.opened_at) style += " opens";
      if (step.number == drawn.hit_at) style += " hits";
    }
    if (!step.breaches.empty()) style += " breach";
    return style;
  }

  void open_row(std::size_t number, std::string_view style) {
    markup_ += fmt::format(
        "<tr role=\"row\" id=\"{0}/{1}\" class=\"step {2}\" data-step=\"{1}\">"
        "<th role=\"rowheader\" scope=\"row\" class=\"number\"><a href=\"#{0}/{1}\">"
        "<span class=\"said\">step </span>{1}</a></th>",
        id_, number, style);
    add_race_marks(number);
  }

  void add_race_marks(std::size_t number) {
    std::string told;
    for (const auto& [window, otherwise] : windows_) {
      if (number == window.opened_at) {
        told += fmt::format(
            "<p class=\"race-told\"><strong>▼ The race window opens.</strong> What this step finds "
            "out, <a href=\"#{0}/{1}\">step {1}</a> makes stale.</p>",
            id_, window.hit_at);
      }
      if (number == window.hit_at) {
        told += fmt::format(
            "<p class=\"race-told\"><strong>▲ The race window is hit.</strong> What "
            "<a href=\"#{0}/{1}\">step {1}</a> found out is stale from here on; with these two in "
            "the other order {2}.</p>",
            id_, window.opened_at, otherwise);
      }
    }
    if (!told.empty()) markup_ += "<td role=\"cell\" class=\"race\">" + told + "</td>";
  }

  void close_row(const std::vector<TextLine>& view_lines, const std::vector<std::string>& breaches,
                 const std::vector<TraceTable>& view, const std::vector<TraceTable>& tables) {
    std::vector<std::string> names;
    std::string grids = views_.next(view, names);
    grids += tables_.next(tables, names);
    std::string after;
    for (const TextLine& line : view_lines) {
      after += fmt::format("<p class=\"view\">{}</p>", html_entities(line.text));
    }
    for (const std::string& breach : breaches) {
      after += fmt::format("<p class=\"broken\"><strong>✗ Violated here:</strong> {}</p>",
                           html_cut(breach, kTextBytesMax));
    }
    if (!grids.empty()) {
      std::string list;
      for (const std::string& name : names) {
        list += (list.empty() ? "" : ", ") + html_cut(name, kNameBytesMax);
      }
      after += fmt::format(
          "<details class=\"tables\"><summary>Tables then: {}</summary>"
          "<div class=\"grids\">\n{}</div></details>",
          list, grids);
    }
    if (!after.empty()) {
      markup_ += "<td role=\"cell\" class=\"after\">" + after + "</td>";
    }
    markup_ += "</tr>\n";
  }

  void divider(const std::string& markup) {
    markup_ += fmt::format(
        "<tr role=\"row\" class=\"divider\"><th role=\"rowheader\" scope=\"row\">{}</th></tr>\n",
        markup);
  }

  static constexpr std::size_t kLineWidth = 1'000;
  static constexpr std::size_t kNameBytesMax = 80;

  const Trace& trace_;
  const std::string& id_;
  const std::vector<ToldWindow>& windows_;
  std::vector<Lane> lanes_;
  const std::vector<TraceTable>* view_ = &trace_.initial_view;
  Versions views_{"view"};
  Versions tables_{"table"};
  std::string recovering_;
  std::string markup_;
};

std::string table_of(const Trace& trace, const std::string& rows) {
  std::string markup = fmt::format(
      "<table role=\"table\" class=\"lanes of{}\">\n"
      "<caption class=\"said\">The steps, with a column for each actor</caption>\n"
      "<thead role=\"rowgroup\"><tr role=\"row\">"
      "<th role=\"columnheader\" scope=\"col\" class=\"number\">Step</th>",
      trace.actors.size());
  for (std::size_t n = 0; n < trace.actors.size(); ++n) {
    const std::string name = html_cut(trace.actors[n], kTextBytesMax);
    markup += fmt::format(
        "<th role=\"columnheader\" scope=\"col\" class=\"lane a{0}\" title=\"{2}\">"
        "<span class=\"letter\">{1}</span> {2}</th>",
        n, actor_letter(n), html_text(trace.actors[n].substr(0, kTextBytesMax)));
  }
  return markup + "</tr></thead>\n<tbody role=\"rowgroup\">\n" + rows + "</tbody></table>\n";
}

}  // namespace

std::string steps_html(const Trace& trace, const std::string& id,
                       const std::vector<ToldWindow>& windows) {
  return table_of(trace, StepRows(trace, id, windows).run());
}

std::string further_steps_html(const Trace& trace, const std::string& id, std::size_t common) {
  return table_of(trace, StepRows(trace, id, {}).run_after(common));
}

}  // namespace racewindow
