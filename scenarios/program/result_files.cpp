// SPDX-License-Identifier: Apache-2.0
#include "scenarios/program/result_files.h"

#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "reports/findings.h"
#include "reports/github.h"
#include "reports/markdown.h"
#include "reports/results_document.h"
#include "reports/text.h"
#include "scenarios/program/usage.h"

namespace racewindow {
namespace {

std::string_view environment(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? std::string_view() : std::string_view(value);
}

// Summaries of one job are added up in one file. What it holds is a report: a failure to write it
// is told of, but is not the run's.
void add_to_summary(const std::string& name, const std::string& text) {
  std::FILE* const file = std::fopen(name.c_str(), "a");
  const bool written = file != nullptr && std::fputs(text.c_str(), file) >= 0;
  const bool closed = file != nullptr && std::fclose(file) == 0;
  if (!written || !closed) {
    fmt::print(stderr, "racewindow: cannot add to the step summary {}\n", escaped(name));
  }
}

}  // namespace

ResultFiles::ResultFiles(const OutputOptions& output) : output_(&output) {
  bool to_output = false;
  for (const Form& form : forms()) {
    const auto asked = output.forms.find(std::string(form.name));
    if (asked == output.forms.end()) continue;
    if (asked->second == "-" && std::exchange(to_output, true)) {
      throw UsageError("only one form can go to standard output");
    }
    files_.emplace_back(&form, std::make_unique<OutputFile>(asked->second));
  }
}

void ResultFiles::commit(const ResultFile& file) {
  for (const auto& [form, out] : files_) out->commit(form->write(file, output_->program));
  if (environment("GITHUB_ACTIONS") != "true" || ci_findings(file.results).empty()) return;
  fmt::print(output_->to_standard_output() ? stderr : stdout, "{}", github_annotations(file));
  if (const std::string_view summary = environment("GITHUB_STEP_SUMMARY"); !summary.empty()) {
    add_to_summary(std::string(summary), to_markdown(results_document(file, output_->program)));
  }
}

}  // namespace racewindow
