// SPDX-License-Identifier: Apache-2.0
// Footprints say which steps can be swapped. The oracle of it: swapping them.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "sim/digest_map.h"
#include "sim/judge.h"
#include "sim/scheduler.h"
#include "tests/engine/generated_program.h"

namespace racewindow::testing {
namespace {

// Of any two steps that can be taken in one state, and are called independent, both orders must
// lead to the same state, and the same can happen next.
class Oracle {
 public:
  explicit Oracle(const Scenario& scenario) : scheduler_(scenario, "memory"), judge_(scenario) {
    scheduler_.record_footprints();
    judge_.start(scheduler_);
  }

  // Every state, each once.
  void check_all() {
    if (!known_.insert(scheduler_.digest(), true).second) return;
    std::vector<Choice> enabled;
    scheduler_.choices(enabled);
    check_pairs(enabled);
    for (const Choice& choice : enabled) {
      take(choice);
      check_all();
      back();
    }
  }

  [[nodiscard]] std::uint64_t independent_pairs() const { return pairs_; }

 private:
  void check_pairs(const std::vector<Choice>& enabled) {
    std::vector<Footprint> footprints;
    for (const Choice& choice : enabled) {
      footprints.push_back(take(choice));
      back();
    }
    for (std::size_t a = 0; a < enabled.size(); ++a) {
      for (std::size_t b = a + 1; b < enabled.size(); ++b) {
        if (enabled[a].actor == enabled[b].actor) continue;
        if (dependent(footprints[a], footprints[b])) continue;
        ++pairs_;
        const auto [one, then] = after_both(enabled[a], enabled[b]);
        const auto [other, next] = after_both(enabled[b], enabled[a]);
        RC_LOG() << to_text(path_) << " then " << to_text(enabled[a]) << " and "
                 << to_text(enabled[b]) << std::endl;
        RC_ASSERT(one == other);
        RC_ASSERT(then == next);
      }
    }
  }

  // The state, and what can happen next.
  std::pair<Digest, std::vector<Choice>> after_both(const Choice& first, const Choice& second) {
    std::vector<Choice> enabled;
    take(first);
    scheduler_.choices(enabled);
    RC_ASSERT(std::ranges::find(enabled, second) != enabled.end());
    take(second);
    scheduler_.choices(enabled);
    const Digest state = scheduler_.digest();
    back();
    back();
    return {state, enabled};
  }

  const Footprint& take(const Choice& choice) {
    path_.push_back(choice);
    judge_.observe(scheduler_, scheduler_.step(choice), path_);
    return *scheduler_.footprint();
  }
  void back() {
    path_.pop_back();
    scheduler_.restore(path_.size());
  }

  Scheduler scheduler_;
  Judge judge_;
  Schedule path_;
  DigestMap<bool> known_;
  std::uint64_t pairs_ = 0;
};

std::uint64_t check_footprints(const GeneratedProgram& program) {
  const Scenario scenario = program.build();
  Oracle oracle(scenario);
  oracle.check_all();
  return oracle.independent_pairs();
}

RC_GTEST_PROP(Footprints, steps_that_are_called_independent_commute, ()) {
  GeneratedProgram program = *generated_program(3, 3);
  program.narrow = *rc::gen::weightedElement<bool>({{3, true}, {1, false}});
  check_footprints(program);
}

RC_GTEST_PROP(Footprints, steps_of_transactions_that_are_called_independent_commute, ()) {
  GeneratedProgram program = *generated_transactions(3, 3);
  program.narrow = true;
  check_footprints(program);
}

// What the oracle is worth: it must be asked.
TEST(Footprints, many_steps_are_called_independent) {
  std::uint64_t pairs = 0;
  const bool ran = rc::check("collect", [&pairs] {
    GeneratedProgram program = *generated_transactions(2, 3);
    program.narrow = true;
    pairs += check_footprints(program);
  });
  ASSERT_TRUE(ran);
  EXPECT_GT(pairs, 100U);
}

}  // namespace
}  // namespace racewindow::testing
