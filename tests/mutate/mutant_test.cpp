// SPDX-License-Identifier: Apache-2.0
// Mutants of small guards, explored in this process as the program does it in children.
#include <gmock/gmock.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "sim/explore.h"
#include "sim/mutation.h"
#include "sim/mutation_recorder.h"

namespace racewindow {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::Not;

ScenarioEntry entry_of(std::function<Scenario()> build) {
  ScenarioEntry entry;
  entry.id = "test/mutate/case";
  entry.stores = {"memory"};
  entry.build = [build = std::move(build)](const Parameters&) { return build(); };
  return entry;
}

struct Explored {
  ScenarioResult result;
  Recording recording;
};

Explored explored(const ScenarioEntry& entry) {
  MutationRecorder recorder;
  Explored found;
  found.result = explore(recorder.watched(entry), resolve_parameters(entry, {}), {});
  found.recording = recorder.recording();
  return found;
}

std::vector<Mutation> mutations(const ScenarioEntry& entry) {
  const Recording recording = explored(entry).recording;
  return mutations_of(std::span(&recording, 1));
}

// "kind: after".
std::vector<std::string> names(const std::vector<Mutation>& mutations) {
  std::vector<std::string> texts;
  for (const Mutation& mutation : mutations) texts.push_back(mutation.kind + ": " + mutation.after);
  return texts;
}

Mutation find(const ScenarioEntry& entry, const std::string& name) {
  for (const Mutation& mutation : mutations(entry)) {
    if (mutation.kind + ": " + mutation.after == name) return mutation;
  }
  ADD_FAILURE() << "no mutation " << name;
  return {};
}

Explored explored_mutant(const ScenarioEntry& entry, const std::string& name) {
  return explored(mutated(entry, find(entry, name)));
}

const PropertyResult& no_loss(const ScenarioResult& result) {
  return *std::find_if(result.properties.begin(), result.properties.end(),
                       [](const PropertyResult& each) { return each.info.name == "no-loss"; });
}

// Two deposits, each in a transaction that reads the balance and writes it back.
Scenario deposits(const std::function<void(Session&)>& body) {
  Scenario scenario;
  scenario.schema = {"CREATE TABLE account (id bigint PRIMARY KEY, balance bigint)",
                     "INSERT INTO account VALUES (1, 0)"};
  const ViewHandle balance = scenario.view("balance", "SELECT balance FROM account ORDER BY id");
  for (const char* name : {"ana", "ben"}) {
    scenario.actor(name, scenario.host(name), [body](Context& ctx) {
      Session db = ctx.session();
      body(db);
    });
  }
  scenario.final({"no-loss", "", "both deposits count"}, [balance](const Final& end) -> Finding {
    if ((*end.view)[balance].at(0, 0).as_int() == 2) return {};
    return "a deposit is lost";
  });
  return scenario;
}

ScenarioEntry locked_deposits() {
  return entry_of([] {
    return deposits([](Session& db) {
      db.exec("BEGIN");
      const auto balance = db.value<std::int64_t>(
          "SELECT balance FROM account WHERE id = $1 AND id > 0 FOR UPDATE", 1);
      db.exec("UPDATE account SET balance = $1 WHERE id = 1", balance.value() + 1);
      db.exec("COMMIT");
    });
  });
}

TEST(Mutants, TheGuardItselfPasses) {
  const Explored guard = explored(locked_deposits());
  EXPECT_FALSE(guard.result.broken);
  EXPECT_EQ(no_loss(guard.result).verdict, Verdict::holds);
}

TEST(Mutants, AClauseThatIsNeededIsMissed) {
  const Explored mutant = explored_mutant(
      locked_deposits(), "drop-row-lock: SELECT balance FROM account WHERE id = $1 AND id > 0");
  const PropertyResult& property = no_loss(mutant.result);
  EXPECT_EQ(property.verdict, Verdict::violated);
  EXPECT_THAT(property.counterexample->replay_line, testing::HasSubstr("mutant="));
}

TEST(Mutants, AClauseThatIsRedundantChangesNothingInAnyExecution) {
  const Explored guard = explored(locked_deposits());
  const Explored mutant = explored_mutant(
      locked_deposits(), "drop-conjunct: SELECT balance FROM account WHERE id = $1 FOR UPDATE");
  EXPECT_EQ(no_loss(mutant.result).verdict, Verdict::holds);
  EXPECT_EQ(mutant.result.counts.states, guard.result.counts.states);
  EXPECT_EQ(mutant.result.counts.views_digest, guard.result.counts.views_digest);
  EXPECT_EQ(mutant.result.counts.end_states_digest, guard.result.counts.end_states_digest);
  EXPECT_EQ(mutant.recording.replies_digest, guard.recording.replies_digest);
}

TEST(Mutants, ATextThatDoesNotBindIsRefusedWhereverItIsSent) {
  // The arbiter of ON CONFLICT is a partial index: without its condition there is none.
  const ScenarioEntry entry = entry_of([] {
    Scenario scenario = deposits([](Session& db) {
      db.exec(
          "INSERT INTO account (id, balance) VALUES (2, 1) ON CONFLICT (balance) WHERE balance > 0 "
          "DO NOTHING");
    });
    scenario.schema = {"CREATE TABLE account (id bigint PRIMARY KEY, balance bigint)",
                       "CREATE UNIQUE INDEX one ON account (balance) WHERE balance > 0",
                       "INSERT INTO account VALUES (1, 2)"};
    return scenario;
  });
  const Explored guard = explored(entry);
  ASSERT_FALSE(guard.result.broken) << guard.result.broken->message;
  ASSERT_TRUE(guard.recording.statements.front().answered);
  const Explored mutant = explored_mutant(entry,
                                          "drop-conjunct: INSERT INTO account (id, balance) VALUES "
                                          "(2, 1) ON CONFLICT (balance) DO NOTHING");
  ASSERT_FALSE(mutant.result.broken);
  EXPECT_FALSE(mutant.recording.statements.front().answered);
  EXPECT_THAT(mutant.recording.statements.front().refused, testing::StartsWith("42P10"));
}

TEST(Mutants, ASkippedStatementIsAnsweredWithNothing) {
  const ScenarioEntry entry = entry_of([] {
    return deposits([](Session& db) {
      const std::int64_t changed = db.exec("UPDATE account SET balance = balance + 1 WHERE id = 1");
      if (changed == 0) db.exec("UPDATE account SET balance = balance + 2 WHERE id = 1");
    });
  });
  const std::vector<Mutation> all = mutations(entry);
  const auto skip = std::find_if(all.begin(), all.end(),
                                 [](const Mutation& each) { return each.kind == kSkipStatement; });
  ASSERT_NE(skip, all.end());
  const Explored mutant = explored(mutated(entry, *skip));
  EXPECT_EQ(no_loss(mutant.result).verdict, Verdict::violated);
}

TEST(Mutants, NeighboursChangePlacesOnlyWhereTheFirstAnswerIsKnownBeforehand) {
  const std::vector<std::string> all = names(mutations(locked_deposits()));
  // BEGIN is always answered alike, and the SELECT always follows.
  EXPECT_THAT(all, Contains("swap-statements: SELECT balance FROM account WHERE id = $1 AND id > 0 "
                            "FOR UPDATE; BEGIN"));
  // The UPDATE's parameter comes from the SELECT.
  EXPECT_THAT(all, Not(Contains(testing::EndsWith("; SELECT balance FROM account WHERE id = $1 AND "
                                                  "id > 0 FOR UPDATE"))));
}

TEST(Mutants, SwappedNeighboursAreSentInTheOtherOrder) {
  const Explored mutant = explored_mutant(
      locked_deposits(),
      "swap-statements: SELECT balance FROM account WHERE id = $1 AND id > 0 FOR UPDATE; BEGIN");
  EXPECT_EQ(no_loss(mutant.result).verdict, Verdict::violated);
}

TEST(Mutants, ASplitTransactionLetsGoOfItsLocks) {
  const Explored mutant = explored_mutant(
      locked_deposits(),
      "split-transaction: COMMIT; BEGIN; UPDATE account SET balance = $1 WHERE id = 1");
  EXPECT_EQ(no_loss(mutant.result).verdict, Verdict::violated);
}

TEST(Mutants, AStatementOfABatchIsMutatedByItself) {
  const ScenarioEntry entry = entry_of([] {
    return deposits([](Session& db) {
      db.batch({Session::Command("UPDATE account SET balance = balance + 1 WHERE id = 1"),
                Session::Command("UPDATE account SET balance = balance WHERE id = 1")});
    });
  });
  std::vector<std::uint32_t> positions;
  for (const Mutation& mutation : mutations(entry)) {
    if (mutation.kind == kSkipStatement) positions.push_back(mutation.site.position);
  }
  EXPECT_THAT(positions, ElementsAre(0, 1));
}

TEST(Mutants, OfOneGuardHaveDifferentNames) {
  std::vector<std::int64_t> ids;
  for (const Mutation& mutation : mutations(locked_deposits())) ids.push_back(mutation.id());
  std::sort(ids.begin(), ids.end());
  EXPECT_EQ(std::adjacent_find(ids.begin(), ids.end()), ids.end());
}

}  // namespace
}  // namespace racewindow
