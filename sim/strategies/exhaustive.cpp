// SPDX-License-Identifier: Apache-2.0
//
// Stateful depth-first search: a state that was entered before is not explored again (Holzmann,
// "The Spin Model Checker", 2003, chapter 8). A state is the 128-bit digest of all that the future
// depends on, monitors included. Every reachable state is visited; of transitions that only lead to
// the same by another order of independent steps some are left out, by sleep sets (P. Godefroid,
// "Partial-Order Methods for the Verification of Concurrent Systems", LNCS 1032, 1996, chapter 5,
// and section 5.3 for states met again): an actor that was tried at a state sleeps in the states
// after it, until a step that depends on its own wakes it. What is independent the steps'
// footprints say, monitors included, so that no finding about a step is lost either.
//
// Two by-products:
// - Without sleep sets, the number of complete interleavings is counted without walking them:
//   paths(s) = Σ paths(successor), added up as states are left. A cyclic space has unboundedly many
//   and says so.
// - An audit: where a known, finished state is met again, every 64th time (by digest, so that it
// does
//   not depend on chance) one more walk goes on to an end, and everything it meets must be known
//   with the same pending requests. It catches a forget() that forgot something the guard still
//   uses, and a store whose checkpoint is not exact.
//
// Tested against the naive enumerator in tests/engine/soundness_test.cpp.
#include <algorithm>
#include <array>
#include <bit>
#include <iterator>
#include <vector>

#include "sim/digest_map.h"
#include "sim/strategies/choice_stack.h"
#include "sim/strategies/preemptions.h"
#include "sim/strategy.h"

namespace racewindow {
namespace {

// Numbers of paths saturate here.
constexpr std::uint64_t kPathsMax = ~std::uint64_t{0};

std::uint64_t saturating_sum(std::uint64_t a, std::uint64_t b) {
  return a > kPathsMax - b ? kPathsMax : a + b;
}

class Exhaustive final : public Strategy {
 public:
  Exhaustive(bool sleep_sets, std::optional<std::size_t> preemptions_max)
      : sleep_sets_(sleep_sets), preemptions_(preemptions_max) {}

  [[nodiscard]] bool needs_footprints() const override { return sleep_sets_; }

  std::optional<std::size_t> next_execution() override {
    if (!started_) {
      started_ = true;
      return 0;
    }
    auditing_ = false;
    while (!stack_.empty() && stack_.exhausted()) leave();
    if (stack_.empty()) return std::nullopt;
    if (sleep_sets_) put_to_sleep(stack_.depth() - 1);
    return stack_.depth() - 1;
  }

  std::optional<Choice> choose(const ChoicePoint& point) override {
    // Back at a level with untried choices: the state is known to be this one.
    if (!auditing_ && point.depth < stack_.depth()) return take(point.depth);

    preemptions_.reach(point);
    const Digest state = state_at(point);
    const std::uint64_t requests = point.scheduler->requests_digest().lo;
    if (auditing_) return audit(point, state, requests);

    const Sleepers sleepers = sleep_sets_ ? still_asleep(point.depth) : 0;
    const auto used = preemptions_.bounded()
                          ? static_cast<std::uint32_t>(preemptions_.count(point.depth))
                          : std::uint32_t{0};
    const auto [entry, is_new] = states_.insert(state, {0, requests, sleepers, used});
    if (!is_new && used < entry->preemptions) {  // more can be reached from here than before
      entry->preemptions = used;
      return enter(point, state, [](const Choice&) { return true; });
    }
    if (!is_new) return meet_again(point, state, requests, sleepers, *entry);
    if (point.enabled.empty()) {
      entry->status = Entry::Status::finished;
      entry->paths = 1;
      add_paths(1);
      return std::nullopt;
    }
    return enter(point, state,
                 [sleepers](const Choice& choice) { return (bit_of(choice) & sleepers) == 0; });
  }

  void stepped(const Choice& choice, const Footprint& footprint) override {
    if (auditing_) return;
    Tried& tried = tried_[stack_.depth() - 1];
    tried.last = bit_of(choice);
    tried.last_did = footprint;
  }

  void cut(std::size_t) override { cut_ = true; }
  [[nodiscard]] bool exhausts() const override { return true; }

  [[nodiscard]] Counts counts() const override {
    Counts counts;
    counts.states = states_.size();
    counts.audited = audited_;
    counts.bytes = states_.bytes();
    if (cyclic_) {
      counts.interleavings = "unbounded";
    } else if (!cut_ && !sleep_sets_ && !preemptions_.bounded() && stack_.empty()) {
      counts.interleavings = (paths_ == kPathsMax ? "over " : "") + std::to_string(paths_);
    }
    return counts;
  }

 private:
  // A set of actors, a bit each, whose next step need not be tried.
  using Sleepers = std::uint32_t;
  static_assert(Scheduler::kActorsMax < 32);

  struct Entry {
    std::uint64_t paths = 0;        // complete interleavings from here, once finished
    std::uint64_t requests = 0;     // what every actor asks for in this state
    Sleepers sleepers = 0;          // on every visit so far
    std::uint32_t preemptions = 0;  // the fewest on the way to here
    enum class Status : std::uint8_t { open, finished } status = Status::open;
  };
  struct Level {
    Digest state;
    std::uint64_t paths = 0;
  };
  // What was tried along the current execution; kept, so that a steady search allocates nothing.
  struct Tried {
    Sleepers asleep = 0;                                 // here
    std::array<Footprint, Scheduler::kActorsMax> would;  // of those asleep: what they would do
    Sleepers last = 0;                                   // who went on from here; 0: no actor
    Footprint last_did;
  };

  // Choices that depend on every step, and never sleep for long, have none.
  static Sleepers bit_of(const Choice& choice) {
    const bool plain = choice.kind == Choice::Kind::run && choice.connection == 0;
    return plain ? Sleepers{1} << choice.actor : 0;
  }

  // With a bound, who moved last decides what is a preemption.
  [[nodiscard]] Digest state_at(const ChoicePoint& point) const {
    const Digest state = point.state();
    if (!preemptions_.bounded()) return state;
    return Hasher(preemptions_.last(point.depth)).add(state).digest();
  }

  Choice take(std::size_t depth) {
    const Choice choice = stack_.take();
    preemptions_.take(depth, choice);
    return choice;
  }

  template <class Keep>
  std::optional<Choice> enter(const ChoicePoint& point, const Digest& state, Keep keep) {
    untried_.clear();
    std::ranges::copy_if(point.enabled, std::back_inserter(untried_), [&](const Choice& choice) {
      return keep(choice) && preemptions_.allows(point.depth, choice);
    });
    stack_.push(untried_, {state, 0});
    if (stack_.exhausted()) return std::nullopt;
    return take(point.depth);
  }

  // The choice that was explored from this depth last sleeps while the others are.
  void put_to_sleep(std::size_t depth) {
    Tried& tried = tried_[depth];
    if (tried.last == 0 || tried.last_did.is_everything()) return;
    tried.asleep |= tried.last;
    std::swap(tried.would[static_cast<std::size_t>(std::countr_zero(tried.last))], tried.last_did);
  }

  // Of those asleep before the step that led here, the ones that it did not wake.
  Sleepers still_asleep(std::size_t depth) {
    if (tried_.size() <= depth) tried_.resize(depth + 1);
    Tried& here = tried_[depth];
    here.asleep = 0;
    if (depth == 0) return 0;
    const Tried& before = tried_[depth - 1];
    for (Sleepers left = before.asleep & ~before.last; left != 0; left &= left - 1) {
      const auto actor = static_cast<std::size_t>(std::countr_zero(left));
      if (dependent(before.would[actor], before.last_did)) continue;
      here.asleep |= Sleepers{1} << actor;
      here.would[actor] = before.would[actor];
    }
    return here.asleep;
  }

  std::optional<Choice> meet_again(const ChoicePoint& point, const Digest& state,
                                   std::uint64_t requests, Sleepers sleepers, Entry& entry) {
    compare(requests, entry);
    if (entry.status == Entry::Status::open) cyclic_ = true;
    // Whoever slept on every visit so far, and is awake now, is tried now.
    if (const Sleepers woken = entry.sleepers & ~sleepers; woken != 0) {
      entry.sleepers &= sleepers;
      return enter(point, state,
                   [woken](const Choice& choice) { return (bit_of(choice) & woken) != 0; });
    }
    if (entry.status == Entry::Status::open) return std::nullopt;
    add_paths(entry.paths);
    constexpr std::uint64_t kAuditMask = 63;
    if ((state.hi & kAuditMask) != 0 || cut_ || preemptions_.bounded()) return std::nullopt;
    auditing_ = true;
    ++audited_;
    return audit_choice(point, state, entry);
  }

  std::optional<Choice> audit(const ChoicePoint& point, const Digest& state,
                              std::uint64_t requests) {
    const Entry* entry = states_.find(state);
    if (entry == nullptr) {
      throw Broken(
          "nondeterministic",
          "the same state led on to a state that was not seen before: a forget() names too "
          "little, or a guard keeps state outside its Context");
    }
    compare(requests, *entry);
    // An open state is on the way to here: a cycle, whose walk need not go round.
    if (entry->status == Entry::Status::open) return std::nullopt;
    return audit_choice(point, state, *entry);
  }

  // Which way an audit goes on: by the state's digest, so that it is the same on every run. Where
  // somebody has slept so far, what comes after him may not be known yet.
  static std::optional<Choice> audit_choice(const ChoicePoint& point, const Digest& state,
                                            const Entry& entry) {
    if (point.enabled.empty()) return std::nullopt;
    const Choice& choice = point.enabled[(state.lo >> 8) % point.enabled.size()];
    if ((bit_of(choice) & entry.sleepers) != 0) return std::nullopt;
    return choice;
  }

  static void compare(std::uint64_t requests, const Entry& entry) {
    if (requests == entry.requests) return;
    throw Broken(
        "nondeterministic",
        "two histories that count as the same lead to different requests: a forget() names "
        "too little, or a guard keeps state outside its Context");
  }

  void add_paths(std::uint64_t paths) {
    std::uint64_t& sum = stack_.empty() ? paths_ : stack_.top().paths;
    sum = saturating_sum(sum, paths);
  }

  void leave() {
    const Level level = stack_.top();
    stack_.pop();
    Entry* entry = states_.find(level.state);
    entry->paths = level.paths;
    entry->status = Entry::Status::finished;
    add_paths(level.paths);
  }

  const bool sleep_sets_;
  Preemptions preemptions_;
  ChoiceStack<Level> stack_;
  std::vector<Choice> untried_;
  std::vector<Tried> tried_;  // by depth
  DigestMap<Entry> states_;
  std::uint64_t paths_ = 0;
  std::uint64_t audited_ = 0;
  bool started_ = false;
  bool auditing_ = false;
  bool cyclic_ = false;
  bool cut_ = false;
};

}  // namespace

std::unique_ptr<Strategy> make_exhaustive(bool sleep_sets,
                                          std::optional<std::size_t> preemptions_max) {
  // What sleeps may be what the bound allows, and what woke it not: with a bound nobody sleeps.
  return std::make_unique<Exhaustive>(sleep_sets && !preemptions_max, preemptions_max);
}

}  // namespace racewindow
