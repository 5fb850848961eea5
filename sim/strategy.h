// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "sim/schedule.h"
#include "sim/scheduler.h"
#include "sim/strategies/trap.h"

namespace racewindow {

// A point of an execution where something is to be chosen.
struct ChoicePoint {
  std::size_t depth = 0;            // steps taken so far
  std::span<const Choice> enabled;  // in canonical order; empty at the end of an execution
  const Scheduler* scheduler = nullptr;
  // Of the state; computed on each call.
  [[nodiscard]] Digest state() const { return scheduler->digest(); }
};

// Steps of its own for a strategy that tries things out, between two executions: they are judged as
// all steps are. Where an execution was to go on, it has to be brought back to.
class Walker {
 public:
  virtual ~Walker() = default;
  virtual void go_back_to(std::size_t depth) = 0;
  // The choice that does here what this one did elsewhere, if it is enabled: a host is named by the
  // first of its actors that lives.
  [[nodiscard]] virtual std::optional<Choice> find(const Choice& choice) = 0;
  // Requires: it is enabled. Valid until the next step.
  virtual const Footprint& step(const Choice& choice) = 0;
};

// Decides which schedules are explored. The explorer calls, for each execution, next_execution(),
// then choose() at every choice point, the last one (where nothing is enabled) included, until that
// answers nothing. Every strategy is deterministic: the same scenario, options and seed, the same
// executions.
class Strategy {
 public:
  virtual ~Strategy() = default;

  // How deep the next execution shares the last one's steps (0: it starts over); nothing: all done.
  virtual std::optional<std::size_t> next_execution() = 0;

  // The choice to take; nothing cuts the execution here (and is the only answer where none is
  // enabled).
  virtual std::optional<Choice> choose(const ChoicePoint& point) = 0;

  // Whether steps are to record their footprints; then stepped() is told of each that choose()
  // asked for.
  [[nodiscard]] virtual bool needs_footprints() const { return false; }
  virtual void stepped(const Choice& /*choice*/, const Footprint& /*footprint*/) {}
  // Called once, before the first execution.
  virtual void use(Walker& /*walker*/) {}

  // The execution could not go on at this depth (a limit): what lies below stays unexplored.
  virtual void cut(std::size_t depth) = 0;

  // Whether all schedules within the bounds have been covered once next_execution() answers
  // nothing.
  [[nodiscard]] virtual bool exhausts() const = 0;

  struct Counts {
    std::uint64_t states = 0;   // distinct ones; 0 where none are kept
    std::uint64_t audited = 0;  // state-cache hits that were compared once more
    std::size_t bytes = 0;      // of memory held
    std::string interleavings;  // complete ones covered: decimal; "" unknown; "unbounded"
    std::string promise;        // of a randomised strategy: what the literature proves of it
  };
  [[nodiscard]] virtual Counts counts() const = 0;
};

// Every interleaving, nothing skipped: the oracle that the others are compared with.
// `preemptions_max`: of those with no more than so many (sim/strategies/preemptions.h).
[[nodiscard]] std::unique_ptr<Strategy> make_naive(
    std::optional<std::size_t> preemptions_max = std::nullopt);
// Depth-first search that never explores the same state twice (sim/strategies/exhaustive.cpp).
// With sleep sets it skips transitions, and counts no interleavings.
[[nodiscard]] std::unique_ptr<Strategy> make_exhaustive(
    bool sleep_sets, std::optional<std::size_t> preemptions_max = std::nullopt);
// Of executions that differ only in the order of independent steps, one (sim/strategies/dpor.cpp).
[[nodiscard]] std::unique_ptr<Strategy> make_dpor(Trap trap = Trap::none);
// `runs` executions drawn by lot: walk, pct, pos (sim/strategies/sampler.h), or random: all in
// turn.
[[nodiscard]] std::unique_ptr<Strategy> make_random(std::string_view kind, std::uint64_t seed,
                                                    std::uint64_t runs);

}  // namespace racewindow
