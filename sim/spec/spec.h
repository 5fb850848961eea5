// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

// An isolation spec: sessions, the steps that each takes, and the orders to take them in. The
// format is PostgreSQL 15's (src/test/isolation/README); docs/spec.md describes it.
namespace racewindow {

// Where something begins in a spec file: both from 1, columns in characters.
struct SpecPlace {
  std::size_t line = 1;
  std::size_t column = 1;
};

// SQL between braces, without the blanks at its edges (newlines stay).
struct SqlBlock {
  std::string sql;
  SpecPlace place;  // of the first character that was kept
};

struct SpecStep {
  std::string name;
  SqlBlock block;
  std::size_t session = 0;  // position in Spec::sessions
  SpecPlace place;          // of the name
};

struct SpecSession {
  std::string name;
  std::optional<SqlBlock> setup;
  std::vector<std::size_t> steps;  // positions in Spec::steps, in the file's order
  std::optional<SqlBlock> teardown;
};

// What holds back the report that a step has completed.
struct Blocker {
  enum class Kind {
    once,        // (*): the step is reported as waiting once, whether it waits or not
    other_step,  // (other): not while that step is active
    notices,     // (other notices 2): not before that step's session has sent as many more notices
  } kind = Kind::once;
  std::size_t step = 0;  // position in Spec::steps
  int notices = 0;
};

struct PermutationStep {
  std::size_t step = 0;  // position in Spec::steps
  std::vector<Blocker> blockers;
};
using Permutation = std::vector<PermutationStep>;

// A # comment outside SQL, without its #.
struct SpecComment {
  std::string text;
  SpecPlace place;
};

struct Spec {
  std::vector<SqlBlock> setups;
  std::optional<SqlBlock> teardown;
  std::vector<SpecSession> sessions;      // at least one, each with at least one step
  std::vector<SpecStep> steps;            // names are unique
  std::vector<Permutation> permutations;  // none: every interleaving of the sessions
  std::vector<SpecComment> comments;
};

}  // namespace racewindow
