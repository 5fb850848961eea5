// SPDX-License-Identifier: Apache-2.0
#include "reports/forms.h"

#include <array>

#include "reports/html.h"
#include "reports/junit.h"
#include "reports/markdown.h"
#include "reports/results_document.h"
#include "reports/sarif.h"

namespace racewindow {
namespace {

constexpr std::array<Form, 5> kForms = {{
    {"json", "JSON, which `report` makes the other forms of",
     [](const ResultFile& file, const std::string&) { return to_json(file); }},
    {"html", "HTML, one page that opens from disk",
     [](const ResultFile& file, const std::string&) { return html_report(file); }},
    {"markdown", "Markdown",
     [](const ResultFile& file, const std::string& program) {
       return to_markdown(results_document(file, program));
     }},
    {"junit", "JUnit's XML, for CI",
     [](const ResultFile& file, const std::string&) { return junit_report(file); }},
    {"sarif", "SARIF 2.1.0, of what is not as expected",
     [](const ResultFile& file, const std::string&) { return sarif_report(file); }},
}};

}  // namespace

std::span<const Form> forms() {
  return kForms;
}

}  // namespace racewindow
