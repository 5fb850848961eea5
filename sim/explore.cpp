// SPDX-License-Identifier: Apache-2.0
#include "sim/explore.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <set>
#include <stdexcept>
#include <vector>

#include "sim/actor.h"
#include "sim/counterexample.h"
#include "sim/fingerprint.h"
#include "sim/judge.h"
#include "sim/result_head.h"
#include "sim/schedule_shape.h"
#include "sim/scheduler.h"
#include "sim/strategy.h"

namespace racewindow {
namespace {

constexpr std::string_view kStepsPerExecution = "steps per execution";

std::unique_ptr<Strategy> make_strategy(const ExploreOptions& options) {
  if (options.strategy == "naive") return make_naive(options.preemptions_max);
  if (options.strategy == "exhaustive")
    return make_exhaustive(!options.count_interleavings, options.preemptions_max);
  if (options.strategy == "dpor") return make_dpor(options.trap);
  if (draws_lots(options.strategy)) {
    return make_random(options.strategy, options.seed, options.runs);
  }
  throw std::invalid_argument(fmt::format("strategy: expected one of {}, seen '{}'",
                                          fmt::join(strategy_names(), ", "), options.strategy));
}

// The search over one scenario: executions one after another, as the strategy says, until it has no
// more or a limit is met.
class Explorer final : private Walker {
 public:
  Explorer(const Scenario& scenario, const ExploreOptions& options)
      : scenario_(&scenario),
        options_(&options),
        strategy_(make_strategy(options)),
        scheduler_(std::make_unique<Scheduler>(scenario, options.store)),
        judge_(scenario, options.trap) {
    if (!strategy_->needs_footprints()) return;
    scheduler_->record_footprints(options.trap);
    strategy_->use(*this);
  }

  void run() {
    judge_.start(*scheduler_);
    while (limit_.empty()) {
      const std::optional<std::size_t> shared = strategy_->next_execution();
      if (!shared) break;
      go_back_to(*shared);
      execute();
      ++executions_;
      if (options_->executions_max > 0 && executions_ >= options_->executions_max) {
        limit_ = strategy_->next_execution() ? "executions" : "";
        break;
      }
    }
    scheduler_->restore(0);
    constexpr std::size_t kPathsVerified = 64;
    scheduler_->verify_actors(kPathsVerified);
  }

  // What is known when run() has returned, or thrown Broken.
  [[nodiscard]] std::set<std::string> statement_texts() const {
    std::set<std::string> texts = texts_before_;
    texts.merge(scheduler_->statement_texts());
    return texts;
  }
  void report(ScenarioResult& result) const {
    const Strategy::Counts known = strategy_->counts();
    result.limit = limit_.empty() ? long_execution_ : limit_;
    result.complete = result.limit.empty() && strategy_->exhausts();
    Counts& counts = result.counts;
    counts.executions = executions_;
    counts.complete = complete_;
    counts.steps = steps_before_ + scheduler_->steps_on_store();
    counts.states = known.states;
    counts.views = judge_.views();
    counts.end_states = judge_.end_states();
    counts.interleavings = result.complete ? known.interleavings : "";
    counts.views_digest = to_hex(judge_.views_digest());
    counts.end_states_digest = to_hex(judge_.end_states_digest());
    counts.longest = longest_;
    counts.abandoned = scheduler_->abandoned();
    counts.audited = known.audited;
    result.unordered_statements = scheduler_->unordered_statements();
    for (std::size_t n = 0; n < scenario_->milestones.size(); ++n) {
      result.milestones[n].reached = judge_.reached(n);
    }
  }

  [[nodiscard]] const Judge& judge() const { return judge_; }
  [[nodiscard]] std::string promise() const { return strategy_->counts().promise; }
  [[nodiscard]] const Schedule& path() const { return path_; }
  // The actor whose step came last; empty where there is none.
  [[nodiscard]] std::string last_mover() const {
    if (path_.empty() || mover(path_.back()) == kNobody) return "";
    return scenario_->actors[path_.back().actor].name;
  }

 private:
  // -- Walker --
  std::optional<Choice> find(const Choice& choice) override {
    scheduler_->choices(enabled_);
    const auto found = std::ranges::find_if(
        enabled_, [&](const Choice& other) { return scheduler_->does_the_same(other, choice); });
    return found == enabled_.end() ? std::nullopt : std::optional(*found);
  }
  const Footprint& step(const Choice& choice) override {
    take(choice);
    return *scheduler_->footprint();
  }
  void go_back_to(std::size_t depth) override {
    path_.resize(depth);
    if (!options_->from_scratch) {
      scheduler_->restore(depth);
      return;
    }
    // The slow reference: nothing is undone and nothing is remembered of the actors.
    texts_before_.merge(scheduler_->statement_texts());
    steps_before_ += scheduler_->steps_on_store();
    scheduler_ = std::make_unique<Scheduler>(*scenario_, options_->store);
    judge_.start(*scheduler_);
    for (std::size_t n = 0; n < path_.size(); ++n) {
      judge_.observe(*scheduler_, scheduler_->step(path_[n]), std::span(path_).first(n + 1));
    }
  }

  void take(const Choice& choice) {
    path_.push_back(choice);
    judge_.observe(*scheduler_, scheduler_->step(choice), path_);
  }

  void execute() {
    for (;;) {
      scheduler_->choices(enabled_);
      judge_.consider(*scheduler_, enabled_, path_);
      if (enabled_.empty()) {
        judge_.end(*scheduler_, scheduler_->digest(), path_);
        if (scheduler_->over()) ++complete_;
      } else if (path_.size() >= scenario_->steps_max) {
        long_execution_ = fmt::format("{}: {}", kStepsPerExecution, scenario_->steps_max);
        strategy_->cut(path_.size());
        return;
      }
      const auto choice = strategy_->choose({path_.size(), enabled_, scheduler_.get()});
      if (!choice) return;
      take(*choice);
      if (const Footprint* footprint = scheduler_->footprint()) {
        strategy_->stepped(*choice, *footprint);
      }
      if (path_.size() > longest_) longest_ = path_.size();
      constexpr std::uint64_t kStepsBetweenChecks = 4096;
      if (++steps_ % kStepsBetweenChecks == 0) check_limits();
      if (!limit_.empty()) {
        strategy_->cut(path_.size());
        return;
      }
    }
  }

  void check_limits() {
    const Strategy::Counts known = strategy_->counts();
    const std::uint64_t steps = steps_before_ + scheduler_->steps_on_store();
    if (options_->steps_max > 0 && steps >= options_->steps_max) limit_ = "steps";
    if (options_->memory_max_bytes > 0) {
      constexpr std::size_t kNodeBytes = 1024;  // a request with its texts, parameters and replies
      const std::size_t bytes = known.bytes + scheduler_->behaviour_nodes() * kNodeBytes;
      if (bytes >= options_->memory_max_bytes) limit_ = "memory";
    }
    if (options_->on_progress) {
      const std::string stop =
          options_->on_progress({executions_, steps, known.states, path_.size()});
      if (!stop.empty()) limit_ = stop;
    }
  }

  const Scenario* scenario_;
  const ExploreOptions* options_;
  std::unique_ptr<Strategy> strategy_;
  std::unique_ptr<Scheduler> scheduler_;
  Judge judge_;
  Schedule path_;
  std::vector<Choice> enabled_;
  std::uint64_t executions_ = 0;
  std::uint64_t complete_ = 0;
  std::uint64_t steps_ = 0;         // of the schedule, database or not
  std::uint64_t steps_before_ = 0;  // on stores that were given up (from scratch)
  std::set<std::string> texts_before_;
  std::size_t longest_ = 0;
  std::string limit_;
  std::string long_execution_;  // some execution was cut at the scenario's bound
};

// Why a pass would mean nothing: something that never came about. Empty: all did.
std::string vacuity(const ScenarioResult& result, const Scenario& scenario, const Judge& judge) {
  for (const MilestoneResult& milestone : result.milestones) {
    if (!milestone.reached) return "milestone not reached: " + milestone.name;
  }
  const auto& failing = scenario.failing_actors;
  for (std::size_t actor = 0; actor < scenario.actors.size(); ++actor) {
    if (judge.ended(actor) || judge.failure(actor).sqlstate().empty()) continue;
    if (std::find(failing.begin(), failing.end(), actor) != failing.end()) continue;
    return fmt::format("actor {} never ended without an error: {} {}", scenario.actors[actor].name,
                       judge.failure(actor).sqlstate(), judge.failure(actor).message());
  }
  return "";
}

// What the author of a scenario can do about a limit.
std::string advice(const std::string& limit) {
  if (!limit.starts_with(kStepsPerExecution)) return "";
  return "; a loop that polls ends the search only with Context::forget at its head";
}

// The verdict of each property, from what was found and how much of the space was covered.
void give_verdicts(ScenarioResult& result, const Scenario& scenario, const Judge& judge,
                   const std::string& promise) {
  const std::string vacuous = vacuity(result, scenario, judge);
  for (std::size_t n = 0; n < result.properties.size(); ++n) {
    PropertyResult& property = result.properties[n];
    if (judge.breach(n)) {
      property.verdict = Verdict::violated;
      property.detail = judge.breach(n)->message;
    } else if (!result.complete) {
      property.verdict = Verdict::inconclusive;
      property.detail = result.limit.empty()
                            ? fmt::format("{} random executions{}", result.counts.executions,
                                          promise.empty() ? "" : "; " + promise)
                            : "limit met: " + result.limit + advice(result.limit);
    } else if (!vacuous.empty()) {
      property.verdict = Verdict::vacuous;
      property.detail = vacuous;
    } else {
      property.verdict = Verdict::holds;
    }
  }
}

}  // namespace

const std::vector<std::string>& strategy_names() {
  static const std::vector<std::string> names = {"exhaustive", "dpor", "naive", "random",
                                                 "pct",        "pos",  "walk"};
  return names;
}

bool draws_lots(std::string_view strategy) {
  return strategy == "random" || strategy == "pct" || strategy == "pos" || strategy == "walk";
}

ScenarioResult explore(const ScenarioEntry& entry, const Parameters& parameters,
                       const ExploreOptions& options) {
  static_cast<void>(make_strategy(options));  // a wrong name is the caller's, not the scenario's
  ScenarioResult result = result_head(entry, parameters, options.store);
  result.strategy = options.strategy;
  result.seed = draws_lots(options.strategy) ? options.seed : 0;
  Scenario scenario;
  std::unique_ptr<Explorer> explorer;
  try {
    scenario = build(entry, parameters);
    set_isolation(options.isolation, scenario, result);
    add_scenario(result, scenario);
    if (options.preemptions_max) {
      result.bounds.push_back(fmt::format("preemptions ≤ {}", *options.preemptions_max));
    }
    result.versions = component_versions(options.store);
    explorer = std::make_unique<Explorer>(scenario, options);
    explorer->run();
    explorer->report(result);
    result.fingerprint = behavioural_fingerprint(result, scenario, explorer->statement_texts());
    give_verdicts(result, scenario, explorer->judge(), explorer->promise());
    add_counterexamples(result, entry, parameters, scenario, explorer->judge(), options);
  } catch (const Broken& broken) {
    result.broken = BrokenResult{broken.kind(), broken.message(), broken.actor(), ""};
    if (explorer != nullptr) {
      explorer->report(result);
      result.complete = false;
      result.broken->step = to_text(explorer->path());
      if (broken.actor().empty()) result.broken->actor = explorer->last_mover();
    }
  }
  return result;
}

void publish_heartbeat(Heartbeat* shared) {
  ActorRuntime::heartbeat = shared;
}

}  // namespace racewindow
