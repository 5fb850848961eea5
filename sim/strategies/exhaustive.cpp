// SPDX-License-Identifier: Apache-2.0
//
// Stateful depth-first search: a state that was entered before is not explored again (Holzmann,
// "The Spin Model Checker", 2003, chapter 8; P. Godefroid, LNCS 1032, 1996, section 2.2, without
// partial orders). A state is the 128-bit digest of all that the future depends on, monitors
// included, so every reachable state, view and transition is visited; only repetitions of a whole
// future are cut.
//
// Two by-products:
// - The number of complete interleavings is counted without walking them: paths(s) = Σ
// paths(successor),
//   added up as states are left. A cyclic space has unboundedly many and says so.
// - An audit: where a known, finished state is met again, every 64th time (by digest, so that it
// does not
//   depend on chance) one more walk goes on to an end, and everything it meets must be known with
//   the same pending requests. It catches a forget() that forgot something the guard still uses,
//   and a store whose checkpoint is not exact.
//
// Tested against the naive enumerator in tests/engine/soundness_test.cpp.
#include "sim/digest_map.h"
#include "sim/strategies/choice_stack.h"
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
  std::optional<std::size_t> next_execution() override {
    if (!started_) {
      started_ = true;
      return 0;
    }
    auditing_ = false;
    while (!stack_.empty() && stack_.exhausted()) leave();
    if (stack_.empty()) return std::nullopt;
    return stack_.depth() - 1;
  }

  std::optional<Choice> choose(const ChoicePoint& point) override {
    // Back at a level with untried choices: the state is known to be this one.
    if (!auditing_ && point.depth < stack_.depth()) return stack_.take();

    const Digest state = point.state();
    const std::uint64_t requests = point.scheduler->requests_digest().lo;
    if (auditing_) return audit(point, state, requests);

    const auto [entry, is_new] = states_.insert(state, {0, requests, Entry::Status::open});
    if (!is_new) return meet_again(point, state, requests, *entry);
    if (point.enabled.empty()) {
      entry->status = Entry::Status::finished;
      entry->paths = 1;
      add_paths(1);
      return std::nullopt;
    }
    stack_.push(point.enabled, {state, 0});
    return stack_.take();
  }

  void cut(std::size_t) override { cut_ = true; }
  [[nodiscard]] bool exhausts() const override { return true; }

  [[nodiscard]] Counts counts() const override {
    Counts counts{states_.size(), audited_, states_.bytes(), ""};
    if (cyclic_) {
      counts.interleavings = "unbounded";
    } else if (!cut_ && stack_.empty()) {
      counts.interleavings = (paths_ == kPathsMax ? "over " : "") + std::to_string(paths_);
    }
    return counts;
  }

 private:
  struct Entry {
    std::uint64_t paths = 0;     // complete interleavings from here, once finished
    std::uint64_t requests = 0;  // what every actor asks for in this state
    enum class Status : std::uint8_t { open, finished } status = Status::open;
  };
  struct Level {
    Digest state;
    std::uint64_t paths = 0;
  };

  std::optional<Choice> meet_again(const ChoicePoint& point, const Digest& state,
                                   std::uint64_t requests, const Entry& entry) {
    compare(requests, entry);
    if (entry.status == Entry::Status::open) {
      cyclic_ = true;
      return std::nullopt;
    }
    add_paths(entry.paths);
    constexpr std::uint64_t kAuditMask = 63;
    if ((state.hi & kAuditMask) != 0 || cut_) return std::nullopt;
    auditing_ = true;
    ++audited_;
    return audit_choice(point, state);
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
    return audit_choice(point, state);
  }

  // Which way an audit goes on: by the state's digest, so that it is the same on every run.
  static std::optional<Choice> audit_choice(const ChoicePoint& point, const Digest& state) {
    if (point.enabled.empty()) return std::nullopt;
    return point.enabled[(state.lo >> 8) % point.enabled.size()];
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

  ChoiceStack<Level> stack_;
  DigestMap<Entry> states_;
  std::uint64_t paths_ = 0;
  std::uint64_t audited_ = 0;
  bool started_ = false;
  bool auditing_ = false;
  bool cyclic_ = false;
  bool cut_ = false;
};

}  // namespace

std::unique_ptr<Strategy> make_exhaustive() {
  return std::make_unique<Exhaustive>();
}

}  // namespace racewindow
