// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "reports/style.h"
#include "sim/mutation_result.h"

namespace racewindow {

// `change-comparison` and so on as a sentence about the text: what went between [- -], what came
// between {+ +}, as git diff --word-diff writes it.
[[nodiscard]] std::string mutation_text(const Mutation& mutation);

// A table per design: every mutant with its outcome, and for a killed one what kills it.
// `program`: what the commands in it call.
[[nodiscard]] std::string mutation_table(const std::vector<MutationReport>& reports,
                                         const std::string& program, const Style& style);

// {"schema":"racewindow/1","kind":"mutate","designs":[…]}; docs/mutation.md.
[[nodiscard]] std::string to_json(const std::vector<MutationReport>& reports);

// One recording on one line, for a pipe between processes of the same program.
[[nodiscard]] std::string to_json_line(const Recording& recording);
[[nodiscard]] Recording parse_recording(std::string_view text);

}  // namespace racewindow
