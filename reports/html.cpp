// SPDX-License-Identifier: Apache-2.0
#include "reports/html.h"

#include <fmt/format.h>

#include <set>
#include <vector>

#include "reports/html/assets.h"
#include "reports/html/head.h"
#include "reports/html/markup.h"
#include "reports/html/overview.h"
#include "reports/html/violation_page.h"
#include "reports/result_text.h"
#include "reports/violations.h"

namespace racewindow {
namespace {

// What a link to a violation says of it: its scenario and first property, so that the link stays
// good when other violations come or go.
std::vector<std::string> fragments(const std::vector<Violation>& violations) {
  std::vector<std::string> words;
  std::set<std::string> taken = {"results"};
  for (const Violation& violation : violations) {
    const std::string word = fragment_word(violation.result().scenario) + "." +
                             fragment_word(violation.properties.front()->info.name);
    words.push_back(unique_word(word, taken));
  }
  return words;
}

ViolationLinks links_to(const std::vector<Violation>& violations,
                        const std::vector<std::string>& words) {
  ViolationLinks links;
  for (std::size_t n = 0; n < violations.size(); ++n) {
    for (const ScenarioResult* result : violations[n].results) {
      for (const PropertyResult* property : violations[n].properties) {
        links.emplace(std::pair(result, property->info.name), words[n]);
      }
    }
  }
  return links;
}

}  // namespace

std::string html_report(const ResultFile& file) {
  const std::vector<Violation> found = violations(file.results, false);
  const std::vector<std::string> words = fragments(found);
  const std::string kind = html_text(file.kind);
  const std::string standings = html_entities(standings_text(file.results));
  std::string page = head_html(fmt::format("racewindow {}: {}", kind, standings));
  page += fmt::format(
      "<body>\n<a class=\"skip\" href=\"#results\">To the results</a>\n"
      "<header class=\"page\"><h1><a href=\"#results\">racewindow</a> {}</h1>\n<p>{}</p></header>\n"
      "<main>\n",
      kind, standings);
  page += overview_html(file.results, links_to(found, words));
  for (std::size_t n = 0; n < found.size(); ++n) {
    page += violation_html(found[n], words[n],
                           {n == 0 ? "" : words[n - 1], n + 1 < words.size() ? words[n + 1] : ""});
  }
  return page + fmt::format("</main>\n<script>{}</script>\n</body>\n</html>\n", html_script);
}

}  // namespace racewindow
