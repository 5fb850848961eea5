// SPDX-License-Identifier: Apache-2.0
#include "reports/html/comparison.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
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

// How a step compares with the other schedule.
enum class Fate { same, comes_to_else, stands_elsewhere, only_here };

std::string cell_html(const TraceStep* step, const std::string& id, Fate fate) {
  constexpr std::array<std::string_view, 4> kStyles = {"same", "differs", "moved", "only"};
  constexpr std::array<std::string_view, 4> kMarks = {"", "", "⇅ elsewhere in the other schedule",
                                                      "not in the other schedule"};
  if (step == nullptr) return "<td></td>";
  const auto n = static_cast<std::size_t>(fate);
  return fmt::format(
      "<td class=\"{0}\"><a class=\"number\" href=\"#{1}/{2}\">{2}</a> <span class=\"who\">{3}"
      "</span> <span class=\"fate\">{4}</span> {5}<span class=\"result\">{6}</span></td>",
      kStyles[n], id, step->number, actor_html(*step), kMarks[n], step_summary_html(*step),
      step_outcome_html(*step));
}

Fate fate_of(const Pair& pair, const std::vector<Pair>& pairs) {
  if (pair.failing != nullptr && pair.passing != nullptr) {
    const bool same = step_outcome_html(*pair.failing) == step_outcome_html(*pair.passing);
    return same ? Fate::same : Fate::comes_to_else;
  }
  const bool elsewhere = std::any_of(pairs.begin(), pairs.end(), [&](const Pair& other) {
    if (pair.failing != nullptr) {
      return other.failing == nullptr && same_deed(*pair.failing, *other.passing);
    }
    return other.passing == nullptr && same_deed(*pair.passing, *other.failing);
  });
  return elsewhere ? Fate::stands_elsewhere : Fate::only_here;
}

// The steps that both begin with come to the same.
std::string beginning_html(std::size_t steps) {
  if (steps == 0) return "";
  return fmt::format("<tr class=\"common\"><td colspan=\"2\">{} the same in both</td></tr>\n",
                     steps == 1 ? "Step 1 is" : fmt::format("Steps 1 to {} are", steps));
}

std::size_t common_beginning(const Steps& failing, const Steps& passing) {
  std::size_t steps = 0;
  while (steps < std::min(failing.size(), passing.size()) &&
         same_deed(failing[steps], passing[steps])) {
    ++steps;
  }
  return steps;
}

std::string rows_html(const Steps& failing, const Steps& passing, std::size_t head,
                      const std::string& id, const std::string& passing_id) {
  std::string markup = beginning_html(head);
  const std::vector<Pair> pairs = aligned(failing, passing, head);
  for (const Pair& pair : pairs) {
    const Fate fate = fate_of(pair, pairs);
    markup += "<tr>" + cell_html(pair.failing, id, fate) +
              cell_html(pair.passing, passing_id, fate) + "</tr>\n";
  }
  return markup;
}

}  // namespace

std::string comparison_html(const Trace& failing, const PassingSchedule& passing,
                            const std::string& id, const std::string& passing_id,
                            const std::string& otherwise) {
  constexpr std::string_view kComparison = R"html(<section class="comparison">
<h3>The nearest schedule that passes</h3>
<p>In it {distance} in the other order, and {otherwise}.</p>
<div class="scroll" tabindex="0" role="region" aria-label="Failing and passing schedule">
<table class="compare"><thead><tr><th scope="col">✗ Fails</th><th scope="col">✓ Passes</th></tr>
</thead>
<tbody>
{rows}</tbody></table></div>
<details class="passing"><summary>The passing schedule from there on, step by step</summary>
{steps}</details>
</section>
)html";
  const std::string distance =
      passing.inversions == 1
          ? "one pair of steps of different actors stands"
          : fmt::format("{} pairs of steps of different actors stand", grouped(passing.inversions));
  const std::size_t head = common_beginning(failing.steps, passing.trace.steps);
  return fmt::format(
      kComparison, fmt::arg("distance", distance), fmt::arg("otherwise", otherwise),
      fmt::arg("rows", rows_html(failing.steps, passing.trace.steps, head, id, passing_id)),
      fmt::arg("steps", further_steps_html(passing.trace, passing_id, head)));
}

}  // namespace racewindow
