// SPDX-License-Identifier: Apache-2.0
#include "reports/lanes.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "reports/step_text.h"
#include "reports/text.h"

namespace racewindow {
namespace {

constexpr std::size_t kGutter = 6;  // the step's number
constexpr std::size_t kRoom = kReportWidth - kGutter;
constexpr std::size_t kLaneMin = 34;  // narrower ones cannot be read; columns overlap instead

std::string dressed(const Style& style, const TextLine& line) {
  switch (line.tone) {
    case Tone::plain:
      return line.text;
    case Tone::strong:
      return style.strong(line.text);
    case Tone::dim:
      return style.dim(line.text);
    case Tone::good:
      return style.good(line.text);
    case Tone::bad:
      return style.bad(line.text);
    case Tone::warning:
      return style.warning(line.text);
  }
  return line.text;
}

// Draws rows: the gutter, a bar for each actor that is still alive, and one actor's text.
class Drawing {
 public:
  Drawing(const Trace& trace, const Style& style)
      : style_(style), alive_(std::max<std::size_t>(trace.actors.size(), 1), true) {
    const std::size_t count = alive_.size();
    stride_ = kRoom / count;
    width_ = std::max(stride_, kLaneMin);
    if (stride_ < kLaneMin) stride_ = (kRoom - kLaneMin) / (count - 1);
  }

  [[nodiscard]] bool has_lane(std::size_t actor) const { return actor < alive_.size(); }
  [[nodiscard]] std::size_t text_width() const { return width_ - 3; }  // "│ " and a blank
  void end(std::size_t actor) { alive_[actor] = false; }

  // The actors' letters and names, on one row where the columns stand side by side.
  void header(const std::vector<std::string>& names) {
    std::string text(kGutter, ' ');
    for (std::size_t actor = 0; actor < names.size(); ++actor) {
      const char letter = static_cast<char>('A' + actor);
      const TextLine name{cut(fmt::format("{} {}", letter, escaped(names[actor])), text_width()),
                          Tone::strong};
      if (width_ > stride_) {
        row({}, actor, name);
      } else {
        text += style_.dim("│") + " " + dressed(style_, name);
        const bool last = actor + 1 == names.size();
        text += std::string(last ? 0 : stride_ - 2 - display_width(name.text), ' ');
      }
    }
    if (width_ == stride_) write(text);
  }
  // `gutter`: at most four columns.
  void row(std::string_view gutter, std::size_t actor, const TextLine& line) {
    std::string text = pad(pad_front(gutter, kGutter - 2), kGutter);
    std::size_t at = kGutter;
    for (std::size_t lane = 0; lane < alive_.size(); ++lane) {
      const std::size_t start = kGutter + lane * stride_;
      if (start < at || (lane != actor && !alive_[lane])) continue;
      text += std::string(start - at, ' ') + style_.dim("│");
      at = start + 1;
      if (lane != actor) continue;
      text += " " + dressed(style_, line);
      at += 1 + display_width(line.text);
    }
    write(text);
  }
  // Over all columns.
  void wide(const TextLine& line) { write(std::string(kGutter, ' ') + dressed(style_, line)); }
  void wide(std::string_view gutter, const TextLine& line) {
    write(pad(pad_front(gutter, kGutter - 2), kGutter) + dressed(style_, line));
  }
  [[nodiscard]] std::string take() { return std::move(output_); }

 private:
  void write(std::string_view text) {
    output_ += text;
    output_ += '\n';
  }

  const Style& style_;
  std::vector<bool> alive_;
  std::size_t stride_ = 0;
  std::size_t width_ = 0;
  std::string output_;
};

void draw_step(const TraceStep& step, bool raced, Detail detail, Drawing& drawing) {
  const std::string number = fmt::format("{}{}", raced ? "◆" : "", step.number);
  if (step.kind == "time") {
    drawing.wide(number, {"── time moves to " + escaped(step.now) + " ──", Tone::warning});
    return;
  }
  const bool in_lane = !step.of_recovery && drawing.has_lane(step.actor_index);
  const std::size_t width = in_lane ? drawing.text_width() : kRoom;
  std::string_view gutter = number;
  for (const TextLine& line : step_lines(step, width, detail)) {
    if (in_lane) {
      drawing.row(gutter, step.actor_index, line);
    } else {
      drawing.wide(gutter, line);
    }
    gutter = {};
  }
  if (in_lane && step.actor_status != "running") drawing.end(step.actor_index);
}

void draw_breaches(const TraceStep& step, Drawing& drawing) {
  for (const std::string& breach : step.breaches) {
    constexpr std::string_view kMark = "✗ BREACH ";
    const std::size_t indent = display_width(kMark);
    std::string_view mark = kMark;
    for (const std::string& line : wrap(escaped(breach), kRoom - indent)) {
      drawing.wide({pad(mark, indent) + line, Tone::bad});
      mark = {};
    }
  }
}

}  // namespace

std::string lanes(const Trace& trace, const Style& style, const std::optional<RaceWindow>& window) {
  const Detail detail = style.verbose ? Detail::whole : Detail::brief;
  Drawing drawing(trace, style);
  const auto draw_tables = [&](const std::vector<TraceTable>& tables) {
    if (!style.verbose) return;
    for (const TextLine& line : table_lines(tables, kRoom)) drawing.wide(line);
  };
  drawing.header(trace.actors);
  for (const TextLine& line : view_lines(trace.initial_view, kRoom, detail)) drawing.wide(line);
  draw_tables(trace.initial_tables);

  const std::vector<TraceTable>* view = &trace.initial_view;
  std::string recovering;
  for (const TraceStep& step : trace.steps) {
    if (step.of_recovery && step.actor != recovering) {
      recovering = step.actor;
      drawing.wide({cut("── recovery: " + escaped(step.actor) + " runs alone from here ──", kRoom),
                    Tone::warning});
    }
    const bool raced =
        window && (step.number == window->opened_at || step.number == window->hit_at);
    draw_step(step, raced, detail, drawing);
    if (step.view_changed) {
      for (const TextLine& line : view_change_lines(*view, step.view, kRoom, detail)) {
        drawing.wide(line);
      }
      view = &step.view;
    }
    draw_tables(step.tables);
    draw_breaches(step, drawing);
  }
  return drawing.take();
}

}  // namespace racewindow
