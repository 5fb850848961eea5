// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "sim/registry.h"

namespace racewindow {

// What was given on the command line, checked word by word; whether the words fit the registry is
// for the commands. Each command prints its report and returns the exit code; throws UsageError.

struct OutputOptions {
  std::string program = "racewindow";  // what the commands in reports call
  // The file for each form (reports/forms.h) that was asked for; "-" is standard output.
  std::map<std::string, std::string> forms;
  bool quiet = false;
  bool verbose = false;
  std::string color = "auto";

  // Empty: it was not asked for.
  [[nodiscard]] std::string file_of(const std::string& form) const {
    const auto found = forms.find(form);
    return found == forms.end() ? "" : found->second;
  }
  // The report then goes to standard error.
  [[nodiscard]] bool to_standard_output() const {
    return std::any_of(forms.begin(), forms.end(),
                       [](const auto& form) { return form.second == "-"; });
  }
};

struct LimitOptions {
  std::uint64_t executions_max = 0;  // 0: none
  std::uint64_t steps_max = 0;
  std::uint64_t memory_max_bytes = 0;
  double seconds_max = 0;
  double hang_seconds = 10;
};

struct ListOptions {
  std::string pattern = "*";
  std::string color = "auto";
};
int list_command(const ListOptions& options, const Registry& registry);

struct CheckOptions {
  std::vector<std::string> patterns;  // or files of specs; none: all that is registered
  std::string store;                  // empty: every one that a scenario supports
  std::vector<Parameter> parameters;
  LimitOptions limits;
  OutputOptions output;
};
int check_command(const CheckOptions& options, const Registry& registry);

struct ExploreCommandOptions {
  std::string scenario;   // its id, or FILE.spec
  std::string store;      // empty: the first that the scenario supports
  std::string isolation;  // empty: the scenario's own
  std::string strategy = "exhaustive";
  bool sleep_sets = false;                   // of exhaustive only
  std::optional<std::uint64_t> preemptions;  // of exhaustive and naive
  std::optional<std::uint64_t> seed;         // of random only, as `runs`
  std::optional<std::uint64_t> runs;
  std::vector<Parameter> parameters;
  LimitOptions limits;
  OutputOptions output;
};
int explore_command(const ExploreCommandOptions& options, const Registry& registry);

struct ReplayOptions {
  std::string what;       // a replay line, or the name of a JSON file
  std::string spec_file;  // that the line's scenario is read from; empty: it is registered
  std::string spec_out;   // where the schedule is written to as a spec; empty: nowhere
  double hang_seconds = 10;
  OutputOptions output;
};
int replay_command(const ReplayOptions& options, const Registry& registry);

struct MutateOptions {
  std::vector<std::string> patterns;
  std::string store;  // empty: the first that a design supports
  std::vector<Parameter> parameters;
  LimitOptions limits;  // of each exploration
  OutputOptions output;
};
int mutate_command(const MutateOptions& options, const Registry& registry);

struct ReportOptions {
  std::vector<std::string> files;  // JSON of check or explore
  OutputOptions output;
};
int report_command(const ReportOptions& options);

struct ReviewOptions {
  std::string system;
  std::string store = "memory";
  bool mutates = true;   // the accepted designs
  LimitOptions limits;   // of each exploration
  std::string markdown;  // files; neither: the Markdown goes to standard output
  std::string html;
  bool quiet = false;
  std::string program = "racewindow";
};
int review_command(const ReviewOptions& options, const Registry& registry);

struct SpecOptions {
  std::vector<std::string> files;
  std::string store = "memory";
  std::string expected;  // a file or directory of expected output; empty: the output is printed
};
int spec_command(const SpecOptions& options);

struct ConformOptions {
  std::vector<std::string> what;  // isolation specs, by files' names, and patterns of scenarios
  std::string store = "postgres";
  std::string isolation;              // of scenarios; empty: their own
  bool interleavings = false;         // all, in place of a sample or the permutations listed
  std::optional<std::uint64_t> runs;  // that many at random
  std::optional<std::uint64_t> seed;
};
int conform_command(const ConformOptions& options, const Registry& registry);

}  // namespace racewindow
