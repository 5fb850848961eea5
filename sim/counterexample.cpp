// SPDX-License-Identifier: Apache-2.0
#include "sim/counterexample.h"

#include <fmt/format.h>

#include <vector>

#include "sim/minimise.h"
#include "sim/passing.h"
#include "sim/replay.h"
#include "sim/result_head.h"
#include "sim/schedule_shape.h"

namespace racewindow {
namespace {

// Whether the run may go on, told of the steps of a search that comes after it.
std::function<bool(std::uint64_t steps)> limit_of(const ExploreOptions& options,
                                                  const Counts& counts) {
  if (!options.on_progress) return nullptr;
  const Progress explored{counts.executions, counts.steps, counts.states, 0};
  return [&options, explored](std::uint64_t steps) {
    Progress now = explored;
    now.steps += steps;
    return options.on_progress(now).empty();
  };
}

class Counterexamples {
 public:
  Counterexamples(const ScenarioEntry& entry, const Parameters& parameters,
                  const Scenario& scenario, const ExploreOptions& options,
                  const ScenarioResult& result)
      : entry_(&entry),
        parameters_(&parameters),
        scenario_(&scenario),
        options_(&options),
        isolation_(isolation_of(result.isolation)),
        go_on_(limit_of(options, result.counts)) {}

  // One for each property, empty where the limit was met.
  std::vector<std::optional<MinimalBreach>> minimal(std::vector<std::size_t> properties) const {
    if (!options_->minimise) return std::vector<std::optional<MinimalBreach>>(properties.size());
    return minimise(*scenario_, {.store = options_->store,
                                 .properties = std::move(properties),
                                 .go_on = go_on_});
  }

  ReplayOutcome run_again(const Schedule& schedule) const {
    ReplayOutcome outcome;
    outcome.result = result_head(*entry_, *parameters_, options_->store);
    replay(*scenario_, schedule, outcome);
    return outcome;
  }

  std::string line_of(const Schedule& schedule, const ReplayOutcome& outcome) const {
    return format_replay_line({entry_->id, parameters_->values(), isolation_, options_->store,
                               schedule, outcome.fingerprint});
  }

  void add_nearest_passing(std::size_t property, const Schedule& schedule,
                           Counterexample& example) const {
    PassingOptions search{options_->store, property, nullptr};
    if (go_on_) search.go_on = [this] { return go_on_(0); };
    const auto nearest = nearest_passing(*scenario_, schedule, search);
    if (!nearest) return;
    ReplayOutcome outcome = run_again(nearest->schedule);
    example.race_window = nearest->window;
    PassingSchedule& passing = example.nearest_passing.emplace();
    passing.schedule = to_text(nearest->schedule);
    passing.replay_line = line_of(nearest->schedule, outcome);
    passing.inversions = nearest->inversions;
    if (options_->traces) passing.trace = std::move(outcome.trace);
  }

 private:
  const ScenarioEntry* entry_;
  const Parameters* parameters_;
  const Scenario* scenario_;
  const ExploreOptions* options_;
  std::optional<IsolationLevel> isolation_;
  std::function<bool(std::uint64_t)> go_on_;
};

Counterexample described(const Schedule& schedule, std::string message, bool minimal) {
  Counterexample example;
  example.message = std::move(message);
  example.minimal = minimal;
  example.schedule = to_text(schedule);
  example.steps = schedule.size();
  const ScheduleShape shape = shape_of(schedule);
  example.switches = shape.switches;
  example.faults = shape.faults;
  return example;
}

}  // namespace

void add_counterexamples(ScenarioResult& result, const ScenarioEntry& entry,
                         const Parameters& parameters, const Scenario& scenario, const Judge& judge,
                         const ExploreOptions& options) {
  std::vector<std::size_t> violated;
  for (std::size_t n = 0; n < result.properties.size(); ++n) {
    if (judge.breach(n)) violated.push_back(n);
  }
  if (violated.empty()) return;
  const Counterexamples make(entry, parameters, scenario, options, result);
  const auto minimal = make.minimal(violated);
  for (std::size_t n = 0; n < violated.size(); ++n) {
    PropertyResult& property = result.properties[violated[n]];
    const Judge::Breach& found = *judge.breach(violated[n]);
    const Schedule& schedule = minimal[n] ? minimal[n]->schedule : found.schedule;
    Counterexample example = described(schedule, minimal[n] ? minimal[n]->message : found.message,
                                       minimal[n].has_value());
    ReplayOutcome replayed = make.run_again(schedule);
    if (replayed.result.broken) {
      result.broken = replayed.result.broken;
      return;
    }
    if (!replayed.divergence.empty() ||
        replayed.result.properties[violated[n]].verdict != Verdict::violated) {
      result.broken = BrokenResult{
          "nondeterministic",
          fmt::format("the counterexample of {} does not come about when it is run again: {}",
                      property.info.name, replayed.divergence),
          "", example.schedule};
      return;
    }
    example.preemptions = replayed.preemptions;
    example.replay_line = make.line_of(schedule, replayed);
    if (options.traces) example.trace = std::move(replayed.trace);
    make.add_nearest_passing(violated[n], schedule, example);
    property.detail = example.message;
    property.counterexample = std::move(example);
  }
}

}  // namespace racewindow
