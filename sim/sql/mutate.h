// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sim/sql/value.h"

namespace racewindow {

// One small change of an SQL text: the bytes [begin, end) of the original give way to
// `replacement`, and nothing else is touched.
struct SqlMutation {
  std::string_view kind;  // one of sql_mutation_kinds()
  std::size_t begin = 0;
  std::size_t end = 0;
  std::string replacement;
  // The changed text with its parameters numbered from 1 without gaps, as a server wants them, and
  // which of the original's (from 0) they are.
  std::string text;
  std::vector<std::size_t> params;
};

[[nodiscard]] std::span<const std::string_view> sql_mutation_kinds();

// Every change of one statement that docs/mutation.md lists, in the order of the kinds and then of
// their places. What may change is read from the parse tree; the text is cut at its tokens, because
// libpg_query deparses only its protobuf form, and into another layout. A change whose text does
// not parse to the tree that was meant is a bug, and asserted. None for a text that does not parse.
//
// `param_types`: of the values that $1 … $n are executed with; constants of time are found by it.
[[nodiscard]] std::vector<SqlMutation> sql_mutations(std::string_view text,
                                                     std::span<const Type> param_types);

}  // namespace racewindow
