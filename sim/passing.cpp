// SPDX-License-Identifier: Apache-2.0
#include "sim/passing.h"

#include <algorithm>
#include <set>
#include <tuple>
#include <vector>

#include "sim/judge.h"
#include "sim/schedule_shape.h"
#include "sim/scheduler.h"

namespace racewindow {
namespace {

constexpr std::size_t kReorderingsMax = 2000;

// Whose order among themselves a reordering keeps: the steps of one actor; each actor's late
// statements; the moves of time.
struct Owner {
  Choice::Kind kind = Choice::Kind::run;
  std::uint8_t actor = 0;
  friend bool operator==(const Owner&, const Owner&) = default;
};

Owner owner_of(const Choice& choice) {
  return {mover(choice) == kNobody ? choice.kind : Choice::Kind::run, choice.actor};
}

// In the interval [first, last] of a schedule the steps of one end's owner come after all others
// (those of the first step's) or before them (those of the last step's).
struct Reordering {
  std::size_t inversions = 0;
  std::size_t first = 0;
  std::size_t last = 0;
  bool later = true;
  friend bool operator<(const Reordering& a, const Reordering& b) {
    return std::tie(a.inversions, a.first, a.last, b.later) <
           std::tie(b.inversions, b.first, b.last, a.later);
  }
};

// All of them, the fewest inversions first.
std::vector<Reordering> reorderings_of(const Schedule& schedule) {
  std::vector<Reordering> all;
  for (std::size_t first = 0; first < schedule.size(); ++first) {
    std::size_t own = 0;
    std::size_t inversions = 0;
    for (std::size_t last = first; last < schedule.size(); ++last) {
      const bool is_own = owner_of(schedule[last]) == owner_of(schedule[first]);
      own += is_own ? 1 : 0;
      inversions += is_own ? 0 : own;
      if (!is_own) all.push_back({inversions, first, last, true});
    }
  }
  for (std::size_t last = 0; last < schedule.size(); ++last) {
    std::size_t own = 0;
    std::size_t inversions = 0;
    for (std::size_t first = last + 1; first-- > 0;) {
      const bool is_own = owner_of(schedule[first]) == owner_of(schedule[last]);
      own += is_own ? 1 : 0;
      inversions += is_own ? 0 : own;
      if (!is_own) all.push_back({inversions, first, last, false});
    }
  }
  std::sort(all.begin(), all.end());
  return all;
}

Schedule reordered(const Schedule& schedule, const Reordering& by) {
  Schedule result = schedule;
  const auto begin = result.begin() + static_cast<std::ptrdiff_t>(by.first);
  const auto end = result.begin() + static_cast<std::ptrdiff_t>(by.last) + 1;
  const Owner moved = owner_of(schedule[by.later ? by.first : by.last]);
  std::stable_partition(begin, end, [&](const Choice& choice) {
    return (owner_of(choice) == moved) != by.later;
  });
  return result;
}

class Search {
 public:
  Search(const Scenario& scenario, const Schedule& violating, const PassingOptions& options)
      : scenario_(&scenario),
        violating_(&violating),
        options_(&options),
        scheduler_(scenario, options.store),
        walker_(scenario) {
    walker_.start(scheduler_);
  }

  std::optional<NearestPassing> run() {
    std::set<Schedule> tried;
    for (const Reordering& by : reorderings_of(*violating_)) {
      if (tried.size() == kReorderingsMax || (options_->go_on && !options_->go_on())) break;
      const Schedule candidate = reordered(*violating_, by);
      if (!tried.insert(candidate).second) continue;
      go_to(by.first);
      if (passes(candidate, by.first)) {
        return NearestPassing{path_, by.inversions, {by.first + 1, by.last + 1}};
      }
    }
    return std::nullopt;
  }

 private:
  // To where the violating schedule has got after `depth` steps. Nothing is violated by then, so
  // that a candidate is judged from there on.
  void go_to(std::size_t depth) {
    shared_ = std::min(shared_, depth);
    scheduler_.restore(shared_);
    path_.assign(violating_->begin(), violating_->begin() + static_cast<std::ptrdiff_t>(shared_));
    for (; shared_ < depth; ++shared_) take((*violating_)[shared_], walker_);
  }

  void take(const Choice& choice, Judge& judge) {
    path_.push_back(choice);
    judge.observe(scheduler_, scheduler_.step(choice), path_);
  }

  // Follows the candidate from `depth` on, then lets every actor run to its end.
  bool passes(const Schedule& candidate, std::size_t depth) {
    Judge judge(*scenario_);
    const auto violated = [&] { return judge.breach(options_->property).has_value(); };
    last_ = kNobody;
    for (std::size_t n = depth; n < candidate.size(); ++n) {
      consider(judge);
      if (violated()) return false;
      if (std::find(enabled_.begin(), enabled_.end(), candidate[n]) == enabled_.end()) {
        if (is_fault(candidate[n])) return false;  // without it, it is another story
        continue;
      }
      go_on(candidate[n], judge);
    }
    for (;;) {
      consider(judge);
      if (violated() || path_.size() >= scenario_->steps_max) return false;
      const std::optional<Choice> next = next_step();
      if (!next) break;
      go_on(*next, judge);
    }
    if (!scheduler_.over()) return false;
    judge.end(scheduler_, scheduler_.digest(), path_);
    return !violated();
  }

  void consider(Judge& judge) {
    scheduler_.choices(enabled_);
    judge.consider(scheduler_, enabled_, path_);
  }

  void go_on(const Choice& choice, Judge& judge) {
    const std::uint8_t moves = mover(choice);
    turn_ = moves == last_ ? turn_ + 1 : 1;
    if (moves != kNobody) last_ = moves;
    take(choice, judge);
  }

  // Whoever moved last goes on as long as it can, but for an actor that polls for what others do;
  // then the next one; time moves where nobody can. No faults.
  [[nodiscard]] std::optional<Choice> next_step() const {
    constexpr std::size_t kTurnMax = 32;
    const auto is_next = [this](const Choice& choice) {
      return choice.kind == Choice::Kind::run &&
             (turn_ < kTurnMax ? choice.actor == last_ : choice.actor > last_);
    };
    auto next = std::find_if(enabled_.begin(), enabled_.end(), is_next);
    if (next == enabled_.end()) {
      next = std::find_if(enabled_.begin(), enabled_.end(),
                          [](const Choice& choice) { return !is_fault(choice); });
    }
    return next == enabled_.end() ? std::nullopt : std::optional(*next);
  }

  const Scenario* scenario_;
  const Schedule* violating_;
  const PassingOptions* options_;
  Scheduler scheduler_;
  Judge walker_;            // along the violating schedule; what it finds is known
  Schedule path_;           // of the scheduler's position
  std::size_t shared_ = 0;  // so many steps of it are the violating schedule's
  std::vector<Choice> enabled_;
  std::uint8_t last_ = kNobody;  // who moved last
  std::size_t turn_ = 0;         // and so often in a row
};

}  // namespace

std::optional<NearestPassing> nearest_passing(const Scenario& scenario, const Schedule& violating,
                                              const PassingOptions& options) {
  return Search(scenario, violating, options).run();
}

}  // namespace racewindow
