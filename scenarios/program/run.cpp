// SPDX-License-Identifier: Apache-2.0
#include "scenarios/program/run.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstring>

#include "reports/json.h"
#include "scenarios/program/child.h"
#include "scenarios/program/exit_code.h"
#include "sim/result_head.h"

namespace racewindow {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

std::string hang_text(const ChildEnd& end, double hang_seconds) {
  if (!end.actor.empty()) {
    return fmt::format("the actor kept control for {} s without a statement", hang_seconds);
  }
  return "no progress: the scenario's build, a property or a milestone keeps running";
}

// What the end of a child that brought no result says about the scenario. Requires: it was not
// interrupted.
BrokenResult broken_by(const ChildEnd& end, double hang_seconds) {
  BrokenResult broken;
  broken.actor = end.actor;
  if (!end.step.empty()) broken.step = "after " + end.step;
  switch (end.how) {
    case ChildEnd::How::hung:
      broken.kind = "hang";
      broken.message = hang_text(end, hang_seconds);
      break;
    case ChildEnd::How::stack_overflow:
      broken.kind = "overflow";
      broken.message = "stack overflow";
      break;
    case ChildEnd::How::killed:
      broken.kind = "signal";
      broken.message = fmt::format("killed by signal {} ({})", end.signal, strsignal(end.signal));
      break;
    case ChildEnd::How::failed:
      broken.kind = kInternalError;
      broken.message = end.error;
      break;
    case ChildEnd::How::finished:
    case ChildEnd::How::interrupted:
      broken.kind = "exit";
      broken.message = "the scenario ended the process";
      break;
  }
  return broken;
}

// Requires: the work sends `results` messages when it succeeds.
bool succeeded(const ChildEnd& end, std::size_t results) {
  return end.how == ChildEnd::How::finished && end.messages.size() == results;
}

}  // namespace

std::optional<ScenarioResult> run_scenario(const ScenarioEntry& entry, const Parameters& parameters,
                                           const RunOptions& options) {
  const Clock::time_point start = Clock::now();
  const auto work = [&](ChildLink& link) {
    // First what is known before anything runs, in case the rest never comes.
    ScenarioResult head = result_head(entry, parameters, options.explore.store);
    head.strategy = options.explore.strategy;
    Scenario scenario = build(entry, parameters);
    set_isolation(options.explore.isolation, scenario, head);
    add_scenario(head, scenario);
    link.send(to_json_line(head));
    ExploreOptions explore_options = options.explore;
    explore_options.on_progress = [&](const Progress& progress) -> std::string {
      link.publish(progress);
      const bool over = options.seconds_max > 0 && seconds_since(start) >= options.seconds_max;
      return over ? "time" : "";
    };
    link.send(to_json_line(explore(entry, parameters, explore_options)));
    if (options.attachment) link.send(options.attachment());
  };
  ChildOptions child_options;
  child_options.hang_seconds = options.hang_seconds;
  if (options.on_tick) {
    child_options.on_tick = [&](const Progress& progress) {
      options.on_tick(progress, seconds_since(start));
    };
  }
  const ChildEnd end = run_in_child(work, child_options);
  const bool interrupted = end.how == ChildEnd::How::interrupted;
  if (interrupted && end.messages.empty()) return std::nullopt;

  constexpr std::size_t kResults = 2;  // what is known before, and after
  ScenarioResult result =
      end.messages.empty()
          ? result_head(entry, parameters, options.explore.store)
          : parse_scenario_result(end.messages[std::min(kResults, end.messages.size()) - 1]);
  if (interrupted) {
    result.limit = "interrupted";
    for (PropertyResult& property : result.properties) property.detail = "interrupted";
  } else if (!succeeded(end, options.attachment ? kResults + 1 : kResults)) {
    result.broken = broken_by(end, options.hang_seconds);
  } else if (options.on_attachment) {
    options.on_attachment(end.messages.back());
  }
  result.elapsed_s = seconds_since(start);
  return result;
}

std::optional<ReplayOutcome> run_replay(const ScenarioEntry& entry, const Parameters& parameters,
                                        const ReplayLine& line, double hang_seconds) {
  const Clock::time_point start = Clock::now();
  const auto work = [&](ChildLink& link) {
    link.send(to_json_line(replay(entry, parameters, line.store, line.schedule, line.isolation)));
  };
  ChildOptions child_options;
  child_options.hang_seconds = hang_seconds;
  const ChildEnd end = run_in_child(work, child_options);
  if (end.how == ChildEnd::How::interrupted) return std::nullopt;
  ReplayOutcome outcome;
  if (succeeded(end, 1)) {
    outcome = parse_replay_outcome(end.messages.front());
  } else {
    outcome.result = result_head(entry, parameters, line.store);
    if (line.isolation) outcome.result.isolation = isolation_name(*line.isolation);
    outcome.result.broken = broken_by(end, hang_seconds);
  }
  outcome.result.elapsed_s = seconds_since(start);
  return outcome;
}

}  // namespace racewindow
