// SPDX-License-Identifier: Apache-2.0
// Soundness is tested, not argued: on generated programs the state cache, the memo of actor
// behaviour and the checkpoints of the stores must give what an enumeration without any of them
// gives: the same verdict per property, the same set of views, the same set of end states, the same
// number of interleavings, the same minimised counterexamples.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <map>
#include <string>
#include <utility>

#include "tests/engine/generated_program.h"
#include "tests/engine/small_scenario.h"

namespace racewindow::testing {
namespace {

ScenarioEntry entry_for(const GeneratedProgram& program) {
  return entry_of([program] { return program.build(); });
}

ScenarioResult run(const GeneratedProgram& program, std::string_view strategy,
                   std::string_view store = "memory") {
  const ScenarioResult result = explore_with(entry_for(program), strategy, store);
  RC_ASSERT(!result.broken);
  RC_ASSERT(result.complete);
  return result;
}

void expect_same_findings(const ScenarioResult& a, const ScenarioResult& b) {
  RC_ASSERT(a.properties.size() == b.properties.size());
  for (std::size_t n = 0; n < a.properties.size(); ++n) {
    RC_LOG() << a.properties[n].info.name << std::endl;
    RC_ASSERT(a.properties[n].verdict == b.properties[n].verdict);
  }
  RC_ASSERT(a.counts.views == b.counts.views);
  RC_ASSERT(a.counts.views_digest == b.counts.views_digest);
  RC_ASSERT(a.counts.interleavings == b.counts.interleavings);
}

// On one store also the end states, which name what the store told the actors, and the minimised
// counterexamples.
void expect_same_on_one_store(const ScenarioResult& a, const ScenarioResult& b) {
  expect_same_findings(a, b);
  RC_ASSERT(a.counts.end_states == b.counts.end_states);
  RC_ASSERT(a.counts.end_states_digest == b.counts.end_states_digest);
  for (std::size_t n = 0; n < a.properties.size(); ++n) {
    RC_ASSERT(a.properties[n].counterexample.has_value() ==
              b.properties[n].counterexample.has_value());
    if (!a.properties[n].counterexample) continue;
    RC_ASSERT(a.properties[n].counterexample->replay_line ==
              b.properties[n].counterexample->replay_line);
  }
}

RC_GTEST_PROP(Soundness, checkpoints_and_memo_change_nothing, ()) {
  const GeneratedProgram program = *generated_program(2, 3);
  expect_same_on_one_store(run(program, "scratch"), run(program, "naive"));
}

RC_GTEST_PROP(Soundness, the_state_cache_changes_nothing, ()) {
  const GeneratedProgram program = *generated_program(3, 3);
  expect_same_on_one_store(run(program, "naive"), run(program, "exhaustive"));
}

RC_GTEST_PROP(Soundness, checkpoints_change_nothing_where_statements_wait, ()) {
  GeneratedProgram program = *generated_transactions(2, 2);
  program.faults = {};  // every execution from scratch takes long enough without them
  expect_same_on_one_store(run(program, "scratch"), run(program, "naive"));
}

RC_GTEST_PROP(Soundness, the_state_cache_changes_nothing_where_statements_wait, ()) {
  const GeneratedProgram program = *generated_transactions(2, 3);
  expect_same_on_one_store(run(program, "naive"), run(program, "exhaustive"));
}

// Faults that end a connection are left out: a client of a pool is given another one.
RC_GTEST_PROP(Soundness, a_pool_with_a_connection_for_everyone_changes_nothing, ()) {
  GeneratedProgram program = *generated_transactions(2, 3);
  program.faults = {.crashes = program.faults.crashes};
  const ScenarioResult on_their_own = run(program, "naive");
  program.connections = program.actors.size();
  expect_same_findings(on_their_own, run(program, "naive"));
}

RC_GTEST_PROP(Soundness, the_state_cache_changes_nothing_where_connections_are_shared, ()) {
  GeneratedProgram program = *generated_transactions(2, 3);
  program.connections = *rc::gen::inRange<std::size_t>(1, 3);
  switch (*rc::gen::inRange(0, 4)) {
    case 0:
      program.faults = {.drops = 1};
      break;
    case 1:
      program.faults = {.vanishes = 1};
      break;
    default:
      break;
  }
  expect_same_on_one_store(run(program, "naive"), run(program, "exhaustive"));
}

void expect_nothing_lost(const ScenarioResult& all, const ScenarioResult& reduced) {
  RC_ASSERT(all.properties.size() == reduced.properties.size());
  for (std::size_t n = 0; n < all.properties.size(); ++n) {
    RC_LOG() << all.properties[n].info.name << std::endl;
    RC_ASSERT(all.properties[n].verdict == reduced.properties[n].verdict);
  }
  RC_ASSERT(all.counts.views == reduced.counts.views);
  RC_ASSERT(all.counts.views_digest == reduced.counts.views_digest);
  RC_ASSERT(all.counts.end_states == reduced.counts.end_states);
  RC_ASSERT(all.counts.end_states_digest == reduced.counts.end_states_digest);
}

// Reductions skip executions, never a verdict, a view or an end state.
void expect_all_agree(const GeneratedProgram& program, std::string_view store = "memory") {
  const ScenarioResult all = run(program, "naive", store);
  for (const char* strategy : {"exhaustive", "sleep-sets", "dpor"}) {
    RC_LOG() << strategy << std::endl;
    const ScenarioResult reduced = run(program, strategy, store);
    RC_ASSERT(reduced.counts.executions <= all.counts.executions);
    expect_nothing_lost(all, reduced);
  }
}

GeneratedProgram drawn_narrow(GeneratedProgram program) {
  program.narrow = *rc::gen::weightedElement<bool>({{3, true}, {1, false}});
  return program;
}

RC_GTEST_PROP(Reductions, lose_nothing, ()) {
  const bool many = *rc::gen::arbitrary<bool>();
  expect_all_agree(drawn_narrow(many ? *generated_program(4, 2) : *generated_program(3, 3)));
}

RC_GTEST_PROP(Reductions, lose_nothing_where_statements_wait, ()) {
  const bool many = *rc::gen::weightedElement<bool>({{3, false}, {1, true}});
  GeneratedProgram program =
      drawn_narrow(many ? *generated_transactions(3, 1) : *generated_transactions(2, 3));
  if (many) program.faults = {};
  expect_all_agree(program);
}

RC_GTEST_PROP(Reductions, lose_nothing_on_sqlite, ()) {
  GeneratedProgram program = *generated_program(2, 4);
  program.narrow = true;
  expect_all_agree(program, "sqlite");
}

// With a bound the state cache must know who moved last, and on how few preemptions a state was
// reached.
RC_GTEST_PROP(Reductions, a_bound_on_preemptions_is_kept_by_the_state_cache, ()) {
  const bool waits = *rc::gen::arbitrary<bool>();
  const ScenarioEntry entry =
      entry_for(waits ? *generated_transactions(2, 3) : *generated_program(3, 3));
  ExploreOptions options;
  options.strategy = "naive";
  options.preemptions_max = *rc::gen::inRange<std::size_t>(0, 4);
  const ScenarioResult all = explore_with(entry, options);
  options.strategy = "exhaustive";
  const ScenarioResult cached = explore_with(entry, options);
  RC_ASSERT(!all.broken);
  RC_ASSERT(!cached.broken);
  expect_nothing_lost(all, cached);
}

// What the comparison is worth: each mistake that is known to be easy to make is found by it.
bool loses_nothing_with(Trap trap) {
  return rc::check("a reduction with a mistake", [trap] {
    const bool waits = *rc::gen::arbitrary<bool>();
    GeneratedProgram program = waits ? *generated_transactions(2, 3) : *generated_program(3, 3);
    program.narrow = true;
    program.faults = {};
    const ScenarioResult all = run(program, "naive");
    ExploreOptions options;
    options.strategy = "dpor";
    options.trap = trap;
    const ScenarioResult reduced = explore_with(entry_for(program), options);
    RC_ASSERT(!reduced.broken);  // it notices some by itself
    expect_nothing_lost(all, reduced);
  });
}

TEST(NoTrap, nothing_is_lost) {
  EXPECT_TRUE(loses_nothing_with(Trap::none));
}

class Traps : public ::testing::TestWithParam<Trap> {};

TEST_P(Traps, are_found_by_the_comparison_with_naive) {
  EXPECT_FALSE(loses_nothing_with(GetParam()));
}

INSTANTIATE_TEST_SUITE_P(Known, Traps,
                         ::testing::Values(Trap::cut_at_known_states, Trap::prune_by_preemptions,
                                           Trap::ignore_phantoms, Trap::ignore_pending_locks,
                                           Trap::ignore_views, Trap::reverse_to_one_step,
                                           Trap::reverse_last_race_only));

RC_GTEST_PROP(Soundness, both_stores_agree, ()) {
  const GeneratedProgram program = *generated_program(2, 4);
  expect_same_findings(run(program, "naive", "memory"), run(program, "naive", "sqlite"));
  expect_same_on_one_store(run(program, "naive", "sqlite"), run(program, "exhaustive", "sqlite"));
}

// What the comparison is worth: the generated programs must reach violations as well as passes.
TEST(Soundness, generated_programs_are_neither_all_right_nor_all_wrong) {
  std::map<std::string, std::pair<int, int>> seen;
  const bool ran = rc::check("collect", [&seen] {
    const GeneratedProgram program = *generated_program(3, 3);
    for (const PropertyResult& each : run(program, "exhaustive").properties) {
      ++(each.verdict == Verdict::violated ? seen[each.info.name].second
                                           : seen[each.info.name].first);
    }
  });
  ASSERT_TRUE(ran);
  for (const auto& [name, counts] : seen) {
    if (name == "not-stuck") continue;
    EXPECT_GT(counts.first, 0) << name << " never held";
    EXPECT_GT(counts.second, 0) << name << " was never violated";
  }
}

TEST(Soundness, generated_transactions_deadlock_and_meet_what_was_updated_concurrently) {
  std::map<std::string, int> failures;
  const bool ran = rc::check("collect", [&failures] {
    const GeneratedProgram program = *generated_transactions(2, 3);
    ++failures[property(run(program, "exhaustive"), "nobody-failed").detail];
  });
  ASSERT_TRUE(ran);
  EXPECT_GT(failures[""], 0) << "somebody always failed";
  EXPECT_GT(failures["40P01"], 0) << "no deadlock";
  EXPECT_GT(failures["40001"], 0) << "no concurrent update";
}

}  // namespace
}  // namespace racewindow::testing
