// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "sim/property.h"
#include "sim/scenario.h"
#include "sim/spec/spec.h"

namespace racewindow {

// A query or a condition that a directive names.
struct NamedSql {
  std::string name;
  std::string sql;
  SpecPlace place{};  // of the SQL
};

struct Expectation {
  std::string property;
  Verdict verdict = Verdict::holds;
  std::string why;
};

// What the comments of a spec say about exploring it, in the order of the file (docs/spec.md).
struct Directives {
  std::vector<NamedSql> views;
  std::vector<NamedSql> invariants;  // conditions, as are the next two
  std::vector<NamedSql> finals;
  std::vector<NamedSql> milestones;
  std::vector<std::string> allowed;  // SQLSTATEs that a step may end with
  FaultBudget faults;
  std::vector<Expectation> expectations;
};

// Properties that every spec has, beside those that its directives name.
inline constexpr std::string_view kNotStuck = "not-stuck";
inline constexpr std::string_view kNoErrors = "no-errors";

// Reads the comments that begin with "racewindow:". Names are unique among views, properties and
// milestones, and every expectation is of a property that there is. Throws BadSpec.
[[nodiscard]] Directives read_directives(const Spec& spec);

}  // namespace racewindow
