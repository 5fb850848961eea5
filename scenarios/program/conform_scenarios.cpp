// SPDX-License-Identifier: Apache-2.0
// Scenarios held to a real server: their schedules are chosen in memory, then each is replayed in
// memory and on the server side by side.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "reports/text.h"
#include "scenarios/program/command_support.h"
#include "scenarios/program/conform.h"
#include "scenarios/program/exit_code.h"
#include "scenarios/program/run.h"
#include "scenarios/program/selection.h"
#include "sim/result_head.h"
#include "sim/scheduler.h"
#include "sim/store/memory/memory_store.h"
#include "sim/store/postgres/compared_store.h"
#include "sim/strategy.h"

namespace racewindow {
namespace {

constexpr std::uint64_t kRunsDefault = 20;
// Of the exploration that looks for counterexamples.
constexpr std::uint64_t kExecutionsMax = 20'000;
constexpr int kVictimTimeoutMaxMilliseconds = 4000;
constexpr int kRacesMax = 10;  // a schedule is tried again until the server does it in that order

struct Tally {
  std::uint64_t same = 0;
  std::uint64_t different = 0;
  std::map<std::string, std::uint64_t> not_replayed;  // why, and how often
  std::uint64_t unread_views = 0;
};

void add(Tally& sum, const Tally& one) {
  sum.same += one.same;
  sum.different += one.different;
  sum.unread_views += one.unread_views;
  for (const auto& [why, count] : one.not_replayed) sum.not_replayed[why] += count;
}

std::string describe(const Tally& tally) {
  std::string text = fmt::format("{} as on the server, {} different",
                                 counted(tally.same, "schedule"), tally.different);
  for (const auto& [why, count] : tally.not_replayed) {
    text += fmt::format(", {} not replayed: {}", count, why);
  }
  if (tally.unread_views > 0) {
    text += fmt::format(", {} not compared: the server lets nobody read",
                        counted(tally.unread_views, "view"));
  }
  return text;
}

std::unique_ptr<Store> memory_store(const Scenario& scenario) {
  return make_memory_store(scenario.schema, {.isolation = scenario.isolation,
                                             .order = RowOrder::heap,
                                             .remembers_draws = scenario.remembers_draws});
}

// On a server a statement goes on as soon as it can, and a deadlock ends by itself: what else may
// happen before that is left out.
class PromptChoices {
 public:
  // Goes back to an earlier depth.
  void restore(std::size_t depth) { waiting_.resize(depth + 1); }
  void step(const Choice& choice, const Event& event) {
    Waiting& now = waiting_.emplace_back(waiting_.back());
    if (choice.kind == Choice::Kind::time) return;
    const std::uint32_t bit = 1U << choice.actor;
    const bool was_waiting = (now.own & bit) != 0;
    const bool waits = event.outcome != nullptr && event.outcome->status == Outcome::Status::wait;
    now.own &= ~bit;
    switch (choice.kind) {
      case Choice::Kind::run:
        if (waits) now.own |= bit;
        break;
      case Choice::Kind::lost:
        if (waits) now.left_behind |= bit;
        break;
      case Choice::Kind::crash_late:
        if (was_waiting) now.left_behind |= bit;
        break;
      case Choice::Kind::deliver:
      case Choice::Kind::victim:
        now.left_behind = waits ? now.left_behind | bit : now.left_behind & ~bit;
        break;
      default:
        break;
    }
  }
  void keep(std::vector<Choice>& choices) const {
    const auto goes_on = [this](const Choice& choice) {
      const bool own = choice.kind == Choice::Kind::run || choice.kind == Choice::Kind::lost;
      const bool left_behind = choice.kind == Choice::Kind::deliver;
      const std::uint32_t waiting = own           ? waiting_.back().own
                                    : left_behind ? waiting_.back().left_behind
                                                  : 0;
      return (waiting >> choice.actor & 1U) != 0;
    };
    const auto is_victim = [](const Choice& choice) { return choice.kind == Choice::Kind::victim; };
    if (std::any_of(choices.begin(), choices.end(), goes_on)) {
      std::erase_if(choices, [&](const Choice& choice) { return !goes_on(choice); });
    } else if (std::any_of(choices.begin(), choices.end(), is_victim)) {
      std::erase_if(choices, [&](const Choice& choice) { return !is_victim(choice); });
    }
  }

 private:
  // Bit n: a statement of actor n waits, its own or one whose answer it will not see.
  struct Waiting {
    std::uint32_t own = 0;
    std::uint32_t left_behind = 0;
  };
  std::vector<Waiting> waiting_{Waiting{}};  // by depth
};

// The schedules that a strategy takes, in memory alone, each once.
std::set<Schedule> choose_schedules(const Scenario& scenario, Strategy& strategy) {
  Scheduler scheduler(scenario, memory_store(scenario));
  PromptChoices prompt;
  std::set<Schedule> schedules;
  Schedule path;
  std::vector<Choice> enabled;
  while (const std::optional<std::size_t> shared = strategy.next_execution()) {
    path.resize(*shared);
    scheduler.restore(*shared);
    prompt.restore(*shared);
    while (true) {
      scheduler.choices(enabled);
      prompt.keep(enabled);
      if (!enabled.empty() && path.size() >= scenario.steps_max) {
        strategy.cut(path.size());
        break;
      }
      const auto choice = strategy.choose({path.size(), enabled, &scheduler});
      if (!choice) break;
      path.push_back(*choice);
      prompt.step(*choice, scheduler.step(*choice));
    }
    schedules.insert(path);
  }
  return schedules;
}

class ScenarioComparison {
 public:
  ScenarioComparison(const ScenarioEntry& entry, const Parameters& parameters,
                     const Scenario& scenario, const std::string& conninfo)
      : entry_(entry),
        parameters_(parameters),
        scenario_(scenario),
        server_(conninfo, scenario.isolation, Scheduler::kStart) {}

  void replay(const Schedule& schedule) {
    Victims victims;
    int races = 0;
    while (true) {
      try {
        follow(schedule, victims);
        ++tally_.same;
      } catch (const UnforeseenVictim& victim) {
        victims.statements.insert(victim.statement);
        continue;
      } catch (const VictimTooEarly&) {
        victims.timeout_ms *= 4;
        if (victims.timeout_ms <= kVictimTimeoutMaxMilliseconds) continue;
        ++tally_.not_replayed["the server takes longer than a deadlock may last"];
      } catch (const ServerChoseAnother&) {
        if (++races < kRacesMax) continue;
        ++tally_.not_replayed["the server lets another statement go on first"];
      } catch (const NotReplayable& reason) {
        ++tally_.not_replayed[reason.why];
      } catch (const StoresDiffer& difference) {
        ++tally_.different;
        report(difference);
      }
      return;
    }
  }
  [[nodiscard]] const Tally& tally() const { return tally_; }

 private:
  void follow(const Schedule& schedule, const Victims& victims) {
    if (is_defined_) {
      server_.refill();
    } else {
      server_.create(scenario_.schema);
    }
    // Until this schedule has come to its end.
    is_defined_ = false;
    path_.clear();
    doing_.clear();
    auto stores = std::make_unique<ComparedStore>(memory_store(scenario_), server_, victims);
    ComparedStore& store = *stores;
    Scheduler scheduler(scenario_, std::move(stores));
    compare_views(store);
    std::vector<Choice> enabled;
    for (const Choice& choice : schedule) {
      scheduler.choices(enabled);
      if (std::find(enabled.begin(), enabled.end(), choice) == enabled.end()) {
        throw NotReplayable{"rows come in another order than in the exploration"};
      }
      path_.push_back(choice);
      doing_ = describe_step(scheduler, choice);
      scheduler.step(choice);
      compare_views(store);
    }
    is_defined_ = !store.has_defined();
  }

  void compare_views(ComparedStore& store) {
    for (const ViewQuery& view : scenario_.views) {
      if (view.of_env) continue;
      const auto prepared = store.prepare(view.sql);
      const auto* const query = std::get_if<const Statement*>(&prepared);
      if (query == nullptr) throw NotReplayable{"a view cannot be read"};
      const std::string doing = std::exchange(doing_, doing_ + ", the view " + view.name);
      if (!store.compare(**query)) ++tally_.unread_views;
      doing_ = doing;
    }
  }

  [[nodiscard]] std::string describe_step(const Scheduler& scheduler, const Choice& choice) const {
    if (choice.kind == Choice::Kind::time) return to_text(choice);
    return fmt::format("{}, {}: {}", to_text(choice), scenario_.actors[choice.actor].name,
                       scheduler.request(choice.actor).describe());
  }

  void report(const StoresDiffer& difference) const {
    fmt::print("{}: different at step {}: {}\n  in memory:     {}\n  on the server: {}\n  {}\n",
               entry_.id, path_.size(), escaped(doing_), escaped(difference.in_memory),
               escaped(difference.on_server), replay_line());
  }

  [[nodiscard]] std::string replay_line() const {
    const auto level = scenario_.isolation;
    const ReplayOutcome replayed = racewindow::replay(entry_, parameters_, "memory", path_, level);
    return format_replay_line({entry_.id, parameters_.values(),
                               isolation_of(replayed.result.isolation), "memory", path_,
                               replayed.fingerprint});
  }

  const ScenarioEntry& entry_;
  const Parameters& parameters_;
  const Scenario& scenario_;
  ScratchDatabase server_;
  bool is_defined_ = false;  // the database has the scenario's tables, and none else
  Schedule path_;
  std::string doing_;
  Tally tally_;
};

// Of the violations that an exploration of the usual kind finds.
void add_counterexamples(const ScenarioResult& result, std::set<Schedule>& schedules) {
  for (const PropertyResult& property : result.properties) {
    if (!property.counterexample) continue;
    schedules.insert(parse_replay_line(property.counterexample->replay_line).schedule);
  }
}

void print_broken(const ScenarioEntry& entry, const BrokenResult& broken) {
  fmt::print(stderr, "racewindow: {}: {}: {}\n", entry.id, broken.kind, escaped(broken.message));
}

int conform_scenario(const ScenarioEntry& entry, const ConformOptions& options,
                     const PrivateServer& server, Tally& sum) {
  const Parameters parameters = require_parameters(entry, {});
  RunOptions run;
  run.explore.isolation = isolation_of(options.isolation);
  run.explore.executions_max = kExecutionsMax;
  run.explore.traces = false;
  const std::optional<ScenarioResult> explored = run_scenario(entry, parameters, run);
  if (!explored) return kExitUndecided;
  if (explored->broken) {
    print_broken(entry, *explored->broken);
    return kExitBroken;
  }
  try {
    Scenario scenario = build(entry, parameters);
    if (run.explore.isolation) scenario.isolation = *run.explore.isolation;
    const std::unique_ptr<Strategy> strategy =
        options.interleavings
            ? make_exhaustive(false)
            : make_random("walk", options.seed.value_or(1), options.runs.value_or(kRunsDefault));
    std::set<Schedule> schedules = choose_schedules(scenario, *strategy);
    add_counterexamples(*explored, schedules);
    ScenarioComparison comparison(entry, parameters, scenario, server.conninfo());
    for (const Schedule& schedule : schedules) comparison.replay(schedule);
    fmt::print("{}: {}\n", entry.id, describe(comparison.tally()));
    add(sum, comparison.tally());
    return comparison.tally().different == 0 ? kExitAsExpected : kExitUnexpected;
  } catch (const Broken& broken) {
    print_broken(entry, {broken.kind(), broken.message(), "", ""});
    return kExitBroken;
  }
}

}  // namespace

int conform_scenarios(const std::vector<const ScenarioEntry*>& entries,
                      const ConformOptions& options) {
  const PrivateServer server;
  int code = kExitAsExpected;
  Tally sum;
  std::size_t elsewhere = 0;
  for (const ScenarioEntry* entry : entries) {
    if (std::find(entry->stores.begin(), entry->stores.end(), "memory") == entry->stores.end()) {
      fmt::print("{}: not compared: it does not run in memory\n", entry->id);
      ++elsewhere;
      continue;
    }
    code = worse(code, conform_scenario(*entry, options, server, sum));
  }
  if (entries.size() > 1) {
    fmt::print("{}: {}\n", counted(entries.size() - elsewhere, "scenario"), describe(sum));
  }
  return code;
}

}  // namespace racewindow
