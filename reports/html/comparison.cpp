// SPDX-License-Identifier: Apache-2.0
#include "reports/html/comparison.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <string_view>
#include <vector>

#include "reports/html/markup.h"
#include "reports/html/step_card.h"
#include "reports/html/steps.h"
#include "reports/text.h"

namespace racewindow {
namespace {

using Steps = std::vector<TraceStep>;

// Beyond this the schedules are told one after the other.
constexpr std::size_t kAlignedMax = 1'000'000;

// What somebody does, whatever comes of it.
bool same_deed(const TraceStep& a, const TraceStep& b) {
  return a.actor == b.actor && a.kind == b.kind && a.operation == b.operation &&
         std::equal(a.statements.begin(), a.statements.end(), b.statements.begin(),
                    b.statements.end(), [](const TraceStatement& x, const TraceStatement& y) {
                      return x.sql == y.sql && x.params == y.params;
                    });
}

// A row of the comparison: the step of either schedule, or none.
struct Pair {
  const TraceStep* failing = nullptr;
  const TraceStep* passing = nullptr;
};

// What both do in the same order side by side (a longest common subsequence); what only one does
// there, alone. Steps before `head` are left out.
std::vector<Pair> aligned(const Steps& failing, const Steps& passing, std::size_t head) {
  const std::size_t rows = failing.size() - head;
  const std::size_t columns = passing.size() - head;
  std::vector<Pair> pairs;
  if (rows * columns > kAlignedMax) {
    for (const TraceStep& step : std::span(failing).subspan(head))
      pairs.push_back({&step, nullptr});
    for (const TraceStep& step : std::span(passing).subspan(head))
      pairs.push_back({nullptr, &step});
    return pairs;
  }
  // common[i][j]: the length of the longest one from step i of one and step j of the other.
  std::vector<std::vector<std::size_t>> common(rows + 1, std::vector<std::size_t>(columns + 1, 0));
  for (std::size_t i = rows; i-- > 0;) {
    for (std::size_t j = columns; j-- > 0;) {
      common[i][j] = same_deed(failing[head + i], passing[head + j])
                         ? common[i + 1][j + 1] + 1
                         : std::max(common[i + 1][j], common[i][j + 1]);
    }
  }
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < rows || j < columns) {
    const TraceStep* left = i < rows ? &failing[head + i] : nullptr;
    const TraceStep* right = j < columns ? &passing[head + j] : nullptr;
    if (left != nullptr && right != nullptr && same_deed(*left, *right)) {
      pairs.push_back({left, right});
      ++i;
      ++j;
    } else if (right == nullptr || (left != nullptr && common[i + 1][j] >= common[i][j + 1])) {
      pairs.push_back({left, nullptr});
      ++i;
    } else {
      pairs.push_back({nullptr, right});
      ++j;
    }
  }
  return pairs;
}

// `style`: "moved", "differs" or none.
std::string cell_html(const TraceStep* step, const std::string& id, std::string_view style) {
  if (step == nullptr) return "<td></td>";
  const std::string_view mark =
      style == "moved" ? "<span class=\"elsewhere\">⇅ elsewhere in the other schedule</span>" : "";
  return fmt::format(
      "<td class=\"{0}\"><a class=\"number\" href=\"#{1}/{2}\">{2}</a> <span class=\"who\">{3}"
      "</span> {4}{5}<span class=\"result\">{6}</span></td>",
      style, id, step->number, actor_html(*step), mark, step_summary_html(*step),
      step_outcome_html(*step));
}

std::string row_html(const Pair& pair, const std::string& id) {
  std::string_view style = "moved";
  if (pair.failing != nullptr && pair.passing != nullptr) {
    const bool same = step_outcome_html(*pair.failing) == step_outcome_html(*pair.passing);
    style = same ? "" : "differs";
  }
  return "<tr>" + cell_html(pair.failing, id, style) +
         cell_html(pair.passing, id + ".passing", style) + "</tr>\n";
}

// The steps that both begin with come to the same.
std::string beginning_html(std::size_t steps) {
  if (steps == 0) return "";
  return fmt::format("<tr class=\"common\"><td colspan=\"2\">{} the same in both</td></tr>\n",
                     steps == 1 ? "Step 1 is" : fmt::format("Steps 1 to {} are", steps));
}

std::string rows_html(const Steps& failing, const Steps& passing, const std::string& id) {
  std::size_t head = 0;
  while (head < std::min(failing.size(), passing.size()) &&
         same_deed(failing[head], passing[head])) {
    ++head;
  }
  std::string markup = beginning_html(head);
  for (const Pair& pair : aligned(failing, passing, head)) markup += row_html(pair, id);
  return markup;
}

}  // namespace

std::string comparison_html(const Counterexample& counterexample, const std::string& id) {
  if (!counterexample.nearest_passing) return "";
  const PassingSchedule& passing = *counterexample.nearest_passing;
  const std::string distance =
      passing.inversions == 1
          ? "one pair of steps of different actors stands"
          : fmt::format("{} pairs of steps of different actors stand", grouped(passing.inversions));
  std::string markup = fmt::format(
      "<section class=\"comparison\"><h3>The nearest schedule that passes</h3>\n"
      "<p>In it {} in the other order, and the property holds.</p>\n"
      "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Failing and passing "
      "schedule\">"
      "<table class=\"compare\"><thead><tr><th scope=\"col\">✗ Fails</th>"
      "<th scope=\"col\">✓ Passes</th></tr></thead>\n<tbody>\n",
      distance);
  markup += rows_html(counterexample.trace.steps, passing.trace.steps, id);
  markup += "</tbody></table></div>\n";
  markup += "<details class=\"passing\"><summary>Every step of the passing schedule</summary>\n" +
            steps_html(passing.trace, id + ".passing", std::nullopt) + "</details>\n";
  return markup + "</section>\n";
}

}  // namespace racewindow
