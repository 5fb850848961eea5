// SPDX-License-Identifier: Apache-2.0
#include "scenarios/program/mutate_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "reports/mutation.h"
#include "scenarios/program/usage.h"
#include "sim/mutation_recorder.h"

namespace racewindow {
namespace {

// How much more a mutant may take than the guard before it is given up.
constexpr std::uint64_t kStepsFactor = 10;
constexpr std::uint64_t kStepsMin = 200'000;

const StatementRecord* find(const Recording& recording, const StatementSite& site) {
  const auto found =
      std::find_if(recording.statements.begin(), recording.statements.end(),
                   [&](const StatementRecord& record) { return record.site == site; });
  return found == recording.statements.end() ? nullptr : &*found;
}

const PropertyResult* find(const ScenarioResult& result, const std::string& name) {
  const auto found =
      std::find_if(result.properties.begin(), result.properties.end(),
                   [&](const PropertyResult& property) { return property.info.name == name; });
  return found == result.properties.end() ? nullptr : &*found;
}

// The first property that holds for the guard and is violated by the mutant.
const PropertyResult* killer(const ScenarioResult& guard, const ScenarioResult& mutant) {
  for (const PropertyResult& property : mutant.properties) {
    if (property.verdict != Verdict::violated) continue;
    const PropertyResult* own = find(guard, property.info.name);
    if (own != nullptr && own->verdict == Verdict::holds) return &property;
  }
  return nullptr;
}

// Nothing that a reader, an actor or the end of an execution can show tells the two apart, and the
// search met as many states, steps and interleavings.
bool same(const WatchedRun& guard, const WatchedRun& mutant) {
  const auto key = [](const WatchedRun& run) {
    const Counts& counts = run.result.counts;
    return std::tuple(counts.states, counts.steps, counts.interleavings, counts.views_digest,
                      counts.end_states_digest, run.recording.replies_digest);
  };
  return key(guard) == key(mutant);
}

// Of one exploration of a mutant.
MutantResult judge(const Mutation& mutation, const Baseline& baseline, const WatchedRun& run) {
  const ScenarioResult& result = run.result;
  MutantResult found{mutation, MutantOutcome::survived, baseline.entry->id, "", "", "", 1};
  const auto is = [&found](MutantOutcome outcome, std::string detail) {
    found.outcome = outcome;
    found.detail = std::move(detail);
    return found;
  };
  const StatementRecord* record = find(run.recording, mutation.site);
  if (record != nullptr && !record->answered && !record->refused.empty()) {
    return is(MutantOutcome::not_applicable, "it does not bind: " + record->refused);
  }
  if (result.broken) {
    const bool by_guard = result.broken->kind == "exception";
    return is(by_guard ? MutantOutcome::not_applicable : MutantOutcome::broken,
              result.broken->kind + ": " + result.broken->message);
  }
  if (const PropertyResult* property = killer(baseline.run.result, result)) {
    found.property = property->info.name;
    if (property->counterexample) found.replay_line = property->counterexample->replay_line;
    return is(MutantOutcome::killed, property->detail);
  }
  if (!result.complete) return is(MutantOutcome::inconclusive, "limit met: " + result.limit);
  for (const PropertyResult& property : result.properties) {
    const PropertyResult* own = find(baseline.run.result, property.info.name);
    if (property.verdict == Verdict::vacuous && own->verdict == Verdict::holds) {
      return is(MutantOutcome::vacuous, property.detail);
    }
  }
  if (same(baseline.run, run)) return is(MutantOutcome::equivalent, "");
  return is(MutantOutcome::survived, "differs in " + baseline.entry->id);
}

// What a mutant is that one workload calls this and another one that: the first of the two.
int precedence(MutantOutcome outcome) {
  switch (outcome) {
    case MutantOutcome::killed:
      return 0;
    case MutantOutcome::broken:
      return 1;
    case MutantOutcome::inconclusive:
      return 2;
    case MutantOutcome::vacuous:
      return 3;
    case MutantOutcome::survived:
      return 4;
    case MutantOutcome::not_applicable:
      return 5;
    case MutantOutcome::equivalent:
      return 6;
  }
  return 7;
}

}  // namespace

std::optional<WatchedRun> run_watched(const ScenarioEntry& entry, const Parameters& parameters,
                                      const RunOptions& options) {
  MutationRecorder recorder;  // its copy in the child is what records
  WatchedRun run;
  RunOptions watching = options;
  watching.attachment = [&recorder] { return to_json_line(recorder.recording()); };
  watching.on_attachment = [&run](const std::string& line) {
    run.recording = parse_recording(line);
  };
  std::optional<ScenarioResult> result =
      run_scenario(recorder.watched(entry), parameters, watching);
  if (!result || result->limit == "interrupted") return std::nullopt;
  run.result = std::move(*result);
  return run;
}

std::optional<MutantResult> run_mutant(const Mutation& mutation,
                                       const std::vector<Baseline>& baselines,
                                       const RunOptions& options) {
  if (mutation.after.empty()) {
    return MutantResult{
        mutation, MutantOutcome::broken, "", "", "the change cannot be made in the text", "", 0};
  }
  std::optional<MutantResult> overall;
  std::size_t runs = 0;
  for (const Baseline& baseline : baselines) {
    if (find(baseline.run.recording, mutation.site) == nullptr) continue;
    const ScenarioEntry mutant = mutated(*baseline.entry, mutation);
    RunOptions limited = options;
    if (limited.explore.steps_max == 0) {
      limited.explore.steps_max =
          std::max(kStepsMin, kStepsFactor * baseline.run.result.counts.steps);
    }
    limited.explore.traces = false;
    const std::optional<WatchedRun> run =
        run_watched(mutant, resolve_parameters(mutant, baseline.parameters.values()), limited);
    if (!run) return std::nullopt;
    ++runs;
    MutantResult found = judge(mutation, baseline, *run);
    if (!overall || precedence(found.outcome) < precedence(overall->outcome)) {
      overall = std::move(found);
    }
    if (overall->outcome == MutantOutcome::killed) break;
  }
  if (!overall)
    return MutantResult{mutation, MutantOutcome::not_applicable, "", "", "never run", "", 0};
  overall->runs = runs;
  return overall;
}

std::optional<ScenarioEntry> find_mutant(const ScenarioEntry& entry, const Parameters& parameters,
                                         std::int64_t id, const RunOptions& options) {
  RunOptions search = options;
  search.explore.minimise = false;
  search.explore.traces = false;
  const std::optional<WatchedRun> run = run_watched(entry, parameters, search);
  if (!run) return std::nullopt;
  for (const Mutation& mutation : mutations_of(std::span(&run->recording, 1))) {
    if (mutation.id() == id) return mutated(entry, mutation);
  }
  throw UsageError(fmt::format(
      "replay line: the guard of {} has no {}={}; it has changed since the line was printed",
      entry.id, kMutant, id));
}

}  // namespace racewindow
