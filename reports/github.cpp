// SPDX-License-Identifier: Apache-2.0
#include "reports/github.h"

#include <fmt/format.h>

#include "reports/findings.h"

namespace racewindow {
namespace {

// As actions/toolkit writes commands: what would end a value or the command is a percent code.
std::string value(std::string_view text, bool in_property) {
  std::string safe;
  for (const char c : text) {
    const bool coded =
        c == '%' || c == '\r' || c == '\n' || (in_property && (c == ':' || c == ','));
    if (coded) {
      safe += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    } else {
      safe += c;
    }
  }
  return safe;
}

}  // namespace

std::string github_annotations(const ResultFile& file) {
  std::string text;
  for (const CiFinding& finding : ci_findings(file.results)) {
    const bool is_warning = finding.outcome == "inconclusive" || finding.outcome == "vacuous";
    text += is_warning ? "::warning " : "::error ";
    if (!finding.file.empty()) {
      text += fmt::format("file={},line={},", value(finding.file, true), finding.line);
    }
    text += fmt::format("title={}::{}\n", value("racewindow: " + finding.rule, true),
                        value(finding.message, false));
  }
  return text;
}

}  // namespace racewindow
