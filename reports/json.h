// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "sim/explore.h"
#include "sim/result.h"

namespace racewindow {

// What a file of `check` or `explore` holds: {"schema":"racewindow/1","kind":…,"results":[…]}.
struct ResultFile {
  std::string kind;  // the subcommand that wrote it
  std::vector<ScenarioResult> results;
};

// Thrown for text that is no such file: where, what was expected and what was seen.
struct BadJson : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Keys in a fixed order, integers above 2^53 as strings; equal results give equal bytes. Bytes that
// are not UTF-8 are written out as \xff. Times are only in fields whose name ends in _s or _ms.
[[nodiscard]] std::string to_json(const ResultFile& file);
// Every field of the first version must be there, and each be of its type; fields of later versions
// than this are ignored. Throws BadJson.
[[nodiscard]] ResultFile parse_result_file(std::string_view text);

// What `replay` writes: {"schema":"racewindow/1","kind":"replay","replays":[…]}.
[[nodiscard]] std::string to_json(const std::vector<ReplayOutcome>& replays);

// One result on one line, for a pipe between processes of the same program.
[[nodiscard]] std::string to_json_line(const ScenarioResult& result);
[[nodiscard]] std::string to_json_line(const ReplayOutcome& outcome);
[[nodiscard]] ScenarioResult parse_scenario_result(std::string_view text);
[[nodiscard]] ReplayOutcome parse_replay_outcome(std::string_view text);

}  // namespace racewindow
