// SPDX-License-Identifier: Apache-2.0
//
// Optimal dynamic partial order reduction (P. Abdulla, S. Aronis, B. Jonsson, K. Sagonas, "Source
// Sets: A Foundation for Optimal Dynamic Partial Order Reduction", JACM 64(4), 2017, algorithm 2):
// of all executions that differ only in the order of independent steps exactly one is explored.
// What is independent the steps' footprints say; views and observers are part of them, so that
// every view is seen, and a monitor is told of every order that it can tell apart.
//
// Two things beside the paper:
// - Choices beside an actor's next step (faults, deadlock victims, the passing of time, connections
//   of a pool) depend on every step, and each is explored wherever it is enabled. The death of a
//   host is enabled only while one of its actors lives, and leaves none that it could be reversed
//   with: where an execution ended without it, it races as if it had come last.
// - A step that had to be enabled by another (the resumption of a statement that waited, the taking
//   of a mutex that was released) cannot come before that one; it races with what came before that.
//   Whether a reversed race can be is found by trying it, which also tells what the step does
//   there. Steps that are still disabled at the end race as if they had been taken.
//
// There is no state cache: what a shorter execution reached by another way is not recognised, since
// the races of what would be cut are needed. A loop that polls is unbounded here.
#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "sim/assert.h"
#include "sim/digest_map.h"
#include "sim/strategies/wakeup_tree.h"
#include "sim/strategy.h"

namespace racewindow {
namespace {

// A set of positions of an execution.
class Positions {
 public:
  [[nodiscard]] bool has(std::size_t n) const {
    return n / 64 < words_.size() && (words_[n / 64] >> (n % 64) & 1U) != 0;
  }
  void add(std::size_t n) {
    if (n / 64 >= words_.size()) words_.resize(n / 64 + 1);
    words_[n / 64] |= std::uint64_t{1} << (n % 64);
  }
  void add(const Positions& other) {
    if (words_.size() < other.words_.size()) words_.resize(other.words_.size());
    for (std::size_t n = 0; n < other.words_.size(); ++n) words_[n] |= other.words_[n];
  }
  void clear() { words_.clear(); }

 private:
  std::vector<std::uint64_t> words_;
};

class Dpor final : public Strategy {
 public:
  explicit Dpor(Trap trap) : trap_(trap) {}

  [[nodiscard]] bool needs_footprints() const override { return true; }
  void use(Walker& walker) override { walker_ = &walker; }

  std::optional<std::size_t> next_execution() override {
    if (!started_) {
      started_ = true;
      return 0;
    }
    reverse_races();
    while (!nodes_.empty()) {
      Node& node = nodes_.back();
      const std::size_t depth = nodes_.size() - 1;
      node.sleep.push_back(steps_[depth].move);
      node.tree.pop_front();
      if (!node.tree.empty()) {
        walk_to(depth);
        return depth;
      }
      nodes_.pop_back();
    }
    return std::nullopt;
  }

  std::optional<Choice> choose(const ChoicePoint& point) override {
    if (point.depth == nodes_.size()) {
      pending_.clear();
      if (point.enabled.empty()) {
        for (auto& [choice, footprint] : point.scheduler->blocked()) {
          pending_.push_back({choice, std::move(footprint)});
        }
        note_trace(point.depth);
        return std::nullopt;
      }
      if (trap_ != Trap::none && is_cut(point)) return std::nullopt;
      add_node(point);
    }
    return nodes_[point.depth].tree.front().move.choice;
  }

  void stepped(const Choice& choice, const Footprint& footprint) override {
    const std::size_t depth = nodes_.size() - 1;
    if (steps_.size() <= depth) steps_.resize(depth + 1);
    Step& step = steps_[depth];
    step.move = {choice, footprint};
    step.before.clear();
    step.previous = kNone;
    for (std::size_t n = depth; n-- > 0;) {
      if (step.previous == kNone && same_process(steps_[n].move.choice, choice)) step.previous = n;
      if (step.before.has(n) || !dependent(steps_[n].move, step.move)) continue;
      step.before.add(n);
      step.before.add(steps_[n].before);
    }
  }

  void cut(std::size_t) override {}
  [[nodiscard]] bool exhausts() const override { return true; }
  [[nodiscard]] Counts counts() const override {
    Counts counts;
    counts.bytes = traces_.bytes() + held_ * sizeof(Move);
    return counts;
  }

 private:
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

  struct Step {
    Move move;
    Positions before;              // that happen before it
    std::size_t previous = kNone;  // the actor's own step before it
  };
  struct Node {
    std::vector<Move> sleep;  // explored from here, or from before what is independent of them
    WakeupTree tree;
  };

  void add_node(const ChoicePoint& point) {
    Node node;
    if (!nodes_.empty()) {
      Node& last = nodes_.back();
      const Move& taken = steps_[nodes_.size() - 1].move;
      for (const Move& sleeper : last.sleep) {
        if (!dependent(sleeper, taken)) node.sleep.push_back(sleeper);
      }
      node.tree = last.tree.take_below_front();
    }
    const auto sleeps = [&node](const Choice& choice) {
      return std::ranges::any_of(node.sleep,
                                 [&](const Move& sleeper) { return sleeper.choice == choice; });
    };
    if (node.tree.empty()) {
      const auto free = std::ranges::find_if(point.enabled,
                                             [&](const Choice& choice) { return !sleeps(choice); });
      RW_ASSERT(free != point.enabled.end(), "no execution is blocked by its sleep set");
      node.tree.add(*free);
    }
    for (const Choice& choice : point.enabled) {
      const bool races = choice.kind == Choice::Kind::run && choice.connection == 0;
      if (!races && !sleeps(choice) && !node.tree.has(choice)) node.tree.add(choice);
      if (kills_host(choice.kind) && std::ranges::find(deaths_, choice) == deaths_.end()) {
        deaths_.push_back(choice);
      }
    }
    held_ += node.sleep.size() + 1;
    nodes_.push_back(std::move(node));
  }

  // The execution just finished, and what could still have come after it.
  void reverse_races() {
    const std::size_t length = nodes_.size();
    on_path_ = length;
    for (std::size_t n = 0; n < length; ++n) reverse_races_of(n, steps_[n], length);
    for (const Choice& death : deaths_) {
      Step step{{death, {}}, {}, kNone};
      step.move.footprint.touch_everything();
      reverse_races_of(length, step, length);
    }
    if (trap_ == Trap::ignore_pending_locks) return;
    for (const Move& disabled : pending_) {
      Step step{disabled, {}, kNone};
      for (std::size_t n = length; n-- > 0 && step.previous == kNone;) {
        if (same_process(steps_[n].move.choice, disabled.choice)) step.previous = n;
      }
      reverse_races_of(length, step, length);
    }
  }

  // From the latest on, each step that this one, at position `at`, races with: none of those that
  // lie between is ordered after it and before this one.
  void reverse_races_of(std::size_t at, const Step& step, std::size_t length) {
    Positions ordered;
    if (step.previous != kNone) {
      ordered.add(step.previous);
      ordered.add(steps_[step.previous].before);
    }
    for (std::size_t n = at; n-- > 0;) {
      if (ordered.has(n) || !dependent(steps_[n].move, step.move)) continue;
      // Not before this one: then it races with what that came after.
      if (!reverse(n, at, step.move, length) && trap_ != Trap::ignore_pending_locks) continue;
      if (trap_ == Trap::reverse_last_race_only) return;
      ordered.add(n);
      ordered.add(steps_[n].before);
    }
  }

  // Plans to explore, from before step `first`, all that does not come after it, and then the step.
  // Returns whether that can be.
  bool reverse(std::size_t first, std::size_t at, const Move& second, std::size_t length) {
    sequence_.clear();
    for (std::size_t n = first + 1; n < length; ++n) {
      if (n != at && !steps_[n].before.has(first)) sequence_.push_back(steps_[n].move);
    }
    if (trap_ == Trap::reverse_to_one_step) sequence_.clear();
    Node& node = nodes_[first];
    for (const Move& sleeper : node.sleep) {
      const WeakInitial initial = weak_initial(sleeper, sequence_);
      if (initial.is && initial.position < sequence_.size()) return true;
    }
    walk_to(first);
    for (const Move& move : sequence_) walker_->step(move.choice);
    const std::optional<Choice> choice = walker_->find(second.choice);
    if (!choice) return false;
    if (sequence_.empty() && *choice == steps_[first].move.choice) return true;  // it is explored
    sequence_.push_back({*choice, walker_->step(*choice)});
    const bool slept = std::ranges::any_of(
        node.sleep, [this](const Move& sleeper) { return weak_initial(sleeper, sequence_).is; });
    if (!slept && node.tree.insert(sequence_)) held_ += sequence_.size();
    return true;
  }

  // To where the execution was before its step at this depth.
  void walk_to(std::size_t depth) {
    walker_->go_back_to(std::min(on_path_, depth));
    for (std::size_t n = on_path_; n < depth; ++n) walker_->step(steps_[n].move.choice);
    on_path_ = depth;
  }

  // Of the traps: whether the execution ends here although it could go on.
  bool is_cut(const ChoicePoint& point) {
    if (trap_ == Trap::cut_at_known_states) return !known_.insert(point.state(), true).second;
    if (trap_ != Trap::prune_by_preemptions || point.depth < 2) return false;
    std::size_t switches = 0;
    for (std::size_t n = 1; n < point.depth; ++n) {
      switches += same_process(steps_[n - 1].move.choice, steps_[n].move.choice) ? 0 : 1;
    }
    return switches > 2;
  }

  // Equal for executions that differ only in the order of independent steps: no two are explored.
  void note_trace(std::size_t length) {
    Digest trace;
    digests_.resize(length);
    for (std::size_t n = 0; n < length; ++n) {
      const Choice& choice = steps_[n].move.choice;
      Digest before;
      for (std::size_t earlier = 0; earlier < n; ++earlier) {
        if (steps_[n].before.has(earlier)) before += digests_[earlier];
      }
      digests_[n] = Hasher(static_cast<std::uint64_t>(choice.kind))
                        .add(choice.actor)
                        .add(choice.connection)
                        .add(static_cast<std::uint64_t>(choice.offset_us))
                        .add(before)
                        .digest();
      trace += Hasher(1).add(digests_[n]).digest();
    }
    const bool is_new = traces_.insert(trace, true).second;
    RW_ASSERT(is_new, "no execution is explored twice");
  }

  Walker* walker_ = nullptr;
  std::vector<Node> nodes_;     // choice points of the current execution
  std::vector<Step> steps_;     // taken there; beyond nodes_ they are old
  std::vector<Move> pending_;   // disabled at the end
  std::vector<Choice> deaths_;  // of hosts, that were possible somewhere so far
  std::vector<Move> sequence_;
  std::vector<Digest> digests_;
  DigestMap<bool> traces_;
  Trap trap_;
  DigestMap<bool> known_;    // of a trap
  std::size_t on_path_ = 0;  // how many of the execution's steps the walker has taken
  std::size_t held_ = 0;
  bool started_ = false;
};

}  // namespace

std::unique_ptr<Strategy> make_dpor(Trap trap) {
  return std::make_unique<Dpor>(trap);
}

}  // namespace racewindow
