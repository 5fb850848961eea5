// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/scenario.h"

namespace racewindow {

// What stands among the parameters of a replay line without being one.
inline constexpr std::string_view kIsolation = "isolation";

// A size that a scenario can be built with: rows=2. Its name is not kIsolation.
struct ParameterSpec {
  std::string name;
  std::int64_t default_value = 0;
  std::int64_t min = 0;
  std::int64_t max = 0;
  std::string meaning;
};

struct Parameter {
  std::string name;
  std::int64_t value = 0;
  friend bool operator==(const Parameter&, const Parameter&) = default;
};

// The values of all declared parameters, in the order of their declaration.
class Parameters {
 public:
  explicit Parameters(std::vector<Parameter> values) : values_(std::move(values)) {}
  // Requires: a declared name.
  [[nodiscard]] std::int64_t operator[](std::string_view name) const;
  [[nodiscard]] const std::vector<Parameter>& values() const { return values_; }

 private:
  std::vector<Parameter> values_;
};

// A scenario's entry in the registry. Its identity `system/design/workload` is stable for ever.
struct ScenarioEntry {
  std::string id;         // portal-push/accepted/equal-pushes
  std::string design;     // one line: what this version of the guard does
  std::string section;    // of the source document that describes the design
  std::string workload;   // one line: who does what
  bool accepted = false;  // the design that the document settles on, or a repair of it
  std::vector<ParameterSpec> parameters;
  std::vector<std::string> stores;  // "memory", "sqlite"
  std::function<Scenario(const Parameters&)> build;
  std::string spec_file;  // the isolation spec that it was read from; empty: none
};

// The entry's parameters with the given values, and the defaults for the rest. Throws
// std::invalid_argument for a name that is not declared or a value out of range.
[[nodiscard]] Parameters resolve_parameters(const ScenarioEntry& entry,
                                            const std::vector<Parameter>& given);

// What the scenarios of one system are about: what a review of it opens and ends with.
struct SystemInfo {
  std::string name;                       // the first part of their ids
  std::string title;                      // "The portal push"
  std::string source;                     // the document that its designs come from
  std::string guarantee;                  // what the guard is there for, in a sentence or two
  std::vector<std::string> not_modelled;  // what the document mentions and the scenarios leave out
  // Why no property notices a change of a guard's statement, by the mutation's kind, the
  // statement's file and the text of the change (docs/mutation.md); empty where nobody knows.
  std::function<std::string_view(std::string_view kind, std::string_view file,
                                 std::string_view change)>
      explain_survivor = {};
};

// The scenarios of a program, in the order they were added. Filled before main's work starts, from
// one function per system (no static initialisers).
class Registry {
 public:
  // Requires: a well-formed id (three parts of [a-z0-9-]) that is new.
  void add(ScenarioEntry entry);
  void add_system(SystemInfo system) { systems_.push_back(std::move(system)); }
  [[nodiscard]] const std::vector<ScenarioEntry>& entries() const { return entries_; }
  // Only its name, where nothing else was said about it.
  [[nodiscard]] SystemInfo system(std::string_view name) const;
  [[nodiscard]] const ScenarioEntry* find(std::string_view id) const;
  // Entries whose id matches the pattern: exact, a prefix that ends at a '/', or a glob with `*`.
  [[nodiscard]] std::vector<const ScenarioEntry*> match(std::string_view pattern) const;
  // The registered id with the smallest edit distance (its first parts, where `id` has fewer), also
  // where `id` lacks its system; empty when none is near.
  [[nodiscard]] std::string nearest(std::string_view id) const;

 private:
  std::vector<ScenarioEntry> entries_;
  std::vector<SystemInfo> systems_;
};

}  // namespace racewindow
