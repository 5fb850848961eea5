// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/property.h"
#include "sim/registry.h"
#include "sim/schedule.h"

// The result model: plain data that every report is a pure function of. Texts are as a person reads
// them (values as SQL literals); nothing here points into an engine, so that a result crosses
// processes.
namespace racewindow {

struct TraceRow {
  std::vector<std::string> cells;  // literals
  friend bool operator==(const TraceRow&, const TraceRow&) = default;
};

struct TraceTable {  // a view query or a result set
  std::string name;
  std::vector<std::string> columns;
  std::vector<TraceRow> rows;
  friend bool operator==(const TraceTable&, const TraceTable&) = default;
};

struct TraceChange {  // one row that a step changed
  std::string table;
  std::string kind;  // "insert", "update", "delete"
  std::optional<TraceRow> before;
  std::optional<TraceRow> after;
};

struct TraceStatement {
  std::string sql;
  std::vector<std::string> params;  // $1 … $n as literals
};

struct TraceStep {
  std::size_t number = 0;  // from 1
  std::string choice;      // as in the schedule: "A", "Blost", "@15m"
  std::string actor;       // name; empty for time
  std::size_t actor_index = 0;
  bool of_recovery = false;  // a step of a recovery actor, after the end of the schedule
  std::string kind;          // EventKind's name: "statement", "external", "crash", …
  std::string operation;     // its name, if any; lock/unlock: the mutex; time: the new offset
  std::string file;          // call site, relative to the project's root
  std::uint32_t line = 0;
  std::vector<TraceStatement> statements;
  bool carried_out = true;  // false: refused, late, a death, a drop; or it waits for its answer
  bool resumed = false;     // the statement waited before, and went on in this step
  std::string awaited;      // it waits: what for, "transaction"; empty: it does not
  std::vector<std::string> blockers;  // … the names of the actors it waits for
  std::vector<std::string> notices;   // "WARNING: you don't own a lock of type ExclusiveLock"
  std::string error_sqlstate;         // what the actor (or the store, for a lost reply) got
  std::string error_message;
  std::optional<TraceTable> rows;
  std::int64_t affected = 0;
  std::vector<TraceChange> changes;
  std::vector<std::string> logs;
  std::string actor_status;  // "running", "ended", "failed", "crashed" after the step
  std::string now;           // virtual time after the step, as an offset: "+0s", "+15m"
  bool view_changed = false;
  std::vector<TraceTable> view;    // after the step; filled when view_changed
  std::vector<TraceTable> tables;  // those that are not as after the step before, whole
  std::vector<std::string>
      breaches;  // "property: what was seen", at the step where each first shows
};

struct Trace {
  std::vector<std::string> actors;  // names, in order of declaration
  std::vector<TraceTable> initial_view;
  std::vector<TraceTable> initial_tables;  // committed rows of every table: database, then env
  std::vector<TraceStep> steps;
  bool complete = false;  // every actor ended
};

// Two steps of a violating trace that raced: what the first one found out, the second one made
// stale. In the other order the property holds.
struct RaceWindow {
  std::size_t opened_at = 0;  // number of the step
  std::size_t hit_at = 0;
};

// The execution nearest to a violating one that does not violate the property.
struct PassingSchedule {
  std::string schedule;
  std::string replay_line;
  std::size_t inversions = 0;  // pairs of steps of different actors that stand in the other order
  Trace trace;
};

struct Counterexample {
  std::string message;  // the property's finding
  std::string schedule;
  std::string replay_line;
  std::size_t switches = 0;     // context switches: neighbouring steps of different actors
  std::size_t preemptions = 0;  // … where the first could have gone on
  std::size_t steps = 0;
  std::size_t faults = 0;
  bool minimal = false;  // proven to have the fewest switches, then faults, then steps
  Trace trace;
  std::optional<RaceWindow> race_window;           // none: no reordering of two steps passes
  std::optional<PassingSchedule> nearest_passing;  // none was found within the limits
};

struct PropertyResult {
  PropertyInfo info;
  PropertyKind kind = PropertyKind::invariant;
  Verdict verdict = Verdict::holds;
  Verdict expected = Verdict::holds;
  std::string why_expected;
  std::string detail;  // inconclusive: which limit; vacuous: which milestone
  std::optional<Counterexample> counterexample;
};

struct MilestoneResult {
  std::string name;
  bool reached = false;
};

struct BrokenResult {
  std::string kind;  // Broken::kind, or "signal", "hang"
  std::string message;
  std::string actor;
  std::string step;  // what was going on: schedule so far, or the call site
};

struct Counts {
  std::uint64_t executions = 0;  // runs from the start or a branch to an end, a cut or a limit
  std::uint64_t complete = 0;    // … of which every actor ended
  std::uint64_t steps = 0;       // steps carried out on a store
  std::uint64_t states = 0;      // distinct states; 0 where the strategy keeps none
  std::uint64_t views = 0;       // distinct views
  std::uint64_t end_states = 0;  // distinct end states
  std::string interleavings;     // number of complete interleavings covered: decimal, "" unknown,
                                 // "unbounded" for a cyclic space
  std::string views_digest;      // of the set of views, independent of order
  std::string end_states_digest;
  std::size_t longest = 0;      // steps of the longest execution
  std::uint64_t abandoned = 0;  // actors that swallowed actor_stopped
  std::uint64_t audited = 0;    // cache hits that were re-explored and agreed
};

struct ComponentVersion {
  std::string name;  // "racewindow", "SQLite"
  std::string version;
};

struct ScenarioResult {
  std::string scenario;
  std::vector<Parameter> parameters;
  std::string store;
  std::string isolation;  // where it is not the scenario's own: "repeatable-read"
  std::string spec_file;  // the isolation spec that it was read from; empty: it is a registered one
  std::string strategy;
  std::uint64_t seed = 0;  // random strategies
  std::string design;
  std::string section;
  std::string workload;
  bool accepted = false;
  // Of what decides the result: schema, seed data, SQL texts, properties, bounds. Equal results of
  // different fingerprints are results about different things.
  std::string fingerprint;
  std::vector<ComponentVersion> versions;
  bool complete = false;            // the whole space within the bounds was explored
  std::string limit;                // which limit ended it; empty: none
  std::vector<std::string> bounds;  // "crashes ≤ 1", "steps ≤ 1000", …
  std::vector<std::string> unordered_statements;
  Counts counts;
  double elapsed_s = 0;  // the only field that holds wall time; set by the program
  std::vector<PropertyResult> properties;
  std::vector<MilestoneResult> milestones;
  std::optional<BrokenResult> broken;

  // Every property has the verdict that was expected, and nothing is broken.
  [[nodiscard]] bool as_expected() const;
};

}  // namespace racewindow
