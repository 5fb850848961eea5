// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <string>
#include <vector>

#include "sim/sql/mutate.h"

namespace racewindow {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

// "kind: changed text", with the original's parameters that are kept where those are not all.
std::vector<std::string> changes(const std::string& text, const std::vector<Type>& types = {}) {
  std::vector<std::string> lines;
  for (const SqlMutation& change : sql_mutations(text, types)) {
    std::string line = std::string(change.kind) + ": " + change.text;
    if (change.params.size() < types.size()) {
      line += " with";
      for (const std::size_t param : change.params) line += " " + std::to_string(param + 1);
    }
    lines.push_back(line);
  }
  return lines;
}

TEST(SqlMutations, ADroppedConjunctTakesItsAndWithIt) {
  EXPECT_THAT(changes("DELETE FROM t WHERE a IS NULL AND b IN (1, 2)  AND c BETWEEN 3 AND 4"),
              ElementsAre("drop-conjunct: DELETE FROM t WHERE b IN (1, 2)  AND c BETWEEN 3 AND 4",
                          "drop-conjunct: DELETE FROM t WHERE a IS NULL  AND c BETWEEN 3 AND 4",
                          "drop-conjunct: DELETE FROM t WHERE a IS NULL AND b IN (1, 2)"));
}

TEST(SqlMutations, AConditionThatAloneUsesAParameterIsMadeTrueSoThatTheParametersStay) {
  const std::vector<Type> types = {Type::int8, Type::int8};
  EXPECT_THAT(
      changes("DELETE FROM t WHERE a IN ($1) AND b IN ($2) AND c IN ($2)", types),
      ElementsAre(
          "drop-conjunct: DELETE FROM t WHERE (a IN ($1) OR true) AND b IN ($2) AND c IN ($2)",
          "drop-conjunct: DELETE FROM t WHERE a IN ($1) AND c IN ($2)",
          "drop-conjunct: DELETE FROM t WHERE a IN ($1) AND b IN ($2)"));
  EXPECT_THAT(changes("SELECT 1 FROM t WHERE a IN ($1) LIMIT $2", types),
              ElementsAre("drop-conjunct: SELECT 1 FROM t WHERE (a IN ($1) OR true) LIMIT $2"));
}

TEST(SqlMutations, TheOnlyConditionGoesWithItsWhere) {
  EXPECT_THAT(changes("SELECT a FROM t WHERE NOT EXISTS (SELECT 1 FROM u) ORDER BY a LIMIT 1"),
              ElementsAre("drop-conjunct: SELECT a FROM t ORDER BY a LIMIT 1"));
}

TEST(SqlMutations, BracketsAroundConjunctsStayBalanced) {
  EXPECT_THAT(
      changes("SELECT a FROM t WHERE (b IS NULL AND (c IS NULL)) AND (d OR e) FOR UPDATE"),
      ElementsAre("drop-conjunct: SELECT a FROM t WHERE ((c IS NULL)) AND (d OR e) FOR UPDATE",
                  "drop-conjunct: SELECT a FROM t WHERE (b IS NULL) AND (d OR e) FOR UPDATE",
                  "drop-conjunct: SELECT a FROM t WHERE (b IS NULL AND (c IS NULL)) "
                  "FOR UPDATE",
                  "drop-row-lock: SELECT a FROM t WHERE (b IS NULL AND (c IS NULL)) AND "
                  "(d OR e)"));
}

TEST(SqlMutations, JoinsAndSubqueriesHaveConjunctsToo) {
  EXPECT_THAT(
      changes("SELECT 1 FROM t JOIN u ON t.a IS NULL AND u.b IS NULL "
              "WHERE EXISTS (SELECT 1 FROM v WHERE v.c IS NULL)"),
      ElementsAre("drop-conjunct: SELECT 1 FROM t JOIN u ON u.b IS NULL WHERE EXISTS (SELECT 1 "
                  "FROM v WHERE v.c IS NULL)",
                  "drop-conjunct: SELECT 1 FROM t JOIN u ON t.a IS NULL WHERE EXISTS (SELECT 1 "
                  "FROM v WHERE v.c IS NULL)",
                  "drop-conjunct: SELECT 1 FROM t JOIN u ON t.a IS NULL AND u.b IS NULL",
                  "drop-conjunct: SELECT 1 FROM t JOIN u ON t.a IS NULL AND u.b IS NULL WHERE "
                  "EXISTS (SELECT 1 FROM v)"));
}

TEST(SqlMutations, ComparisonsAreWeakenedOneAtATime) {
  EXPECT_THAT(changes("UPDATE t SET a = 1 WHERE a<2"),
              ElementsAre("drop-conjunct: UPDATE t SET a = 1",
                          "change-comparison: UPDATE t SET a = 1 WHERE a<=2",
                          "change-comparison: UPDATE t SET a = 1 WHERE a<>2"));
  EXPECT_THAT(changes("SELECT a >= 1, b = 2 FROM t"),
              ElementsAre("change-comparison: SELECT a > 1, b = 2 FROM t",
                          "change-comparison: SELECT a >= 1, b <> 2 FROM t"));
}

TEST(SqlMutations, AnUpsertLosesItsConflictClauseOrItsCondition) {
  EXPECT_THAT(changes("INSERT INTO t (a, n) VALUES ($1, $2) ON CONFLICT (a) DO UPDATE "
                      "SET n = excluded.n WHERE t.n IS NULL RETURNING n",
                      {Type::text, Type::int8}),
              ElementsAre("drop-on-conflict: INSERT INTO t (a, n) VALUES ($1, $2) RETURNING n",
                          "drop-conflict-where: INSERT INTO t (a, n) VALUES ($1, $2) ON CONFLICT "
                          "(a) DO UPDATE SET n = excluded.n RETURNING n"));
}

TEST(SqlMutations, EachRowLockIsDropped) {
  EXPECT_THAT(changes("SELECT a FROM t, u FOR UPDATE OF t NOWAIT FOR SHARE OF u"),
              ElementsAre("drop-row-lock: SELECT a FROM t, u FOR SHARE OF u",
                          "drop-row-lock: SELECT a FROM t, u FOR UPDATE OF t NOWAIT"));
}

TEST(SqlMutations, AdvisoryLocksLastLongerOrDoNotWait) {
  EXPECT_THAT(changes("SELECT pg_advisory_xact_lock($1)", {Type::int8}),
              ElementsAre("session-lock: SELECT pg_advisory_lock($1)",
                          "try-lock: SELECT pg_try_advisory_xact_lock($1)"));
  EXPECT_THAT(changes("SELECT pg_try_advisory_xact_lock($1) AS got", {Type::int8}),
              ElementsAre("session-lock: SELECT pg_try_advisory_lock($1) AS got",
                          "blocking-lock: SELECT (pg_advisory_xact_lock($1) IS NOT NULL) AS got",
                          "skip-try-lock: SELECT true AS got with"));
  EXPECT_THAT(changes("SELECT pg_advisory_unlock(1)"), IsEmpty());
}

TEST(SqlMutations, TimesToLiveBecomeNothingOrForEver) {
  EXPECT_THAT(changes("SELECT now() - interval '15 minutes', now() - $1", {Type::interval}),
              ElementsAre("ttl-zero: SELECT now() - interval '0', now() - $1",
                          "ttl-zero: SELECT now() - interval '15 minutes', now() - '0'::interval "
                          "with",
                          "ttl-infinite: SELECT now() - interval '100 years', now() - $1",
                          "ttl-infinite: SELECT now() - interval '15 minutes', now() - "
                          "'100 years'::interval with"));
}

TEST(SqlMutations, AMomentThatIsComparedIsMovedAndOneThatIsStoredIsNot) {
  EXPECT_THAT(
      changes("UPDATE t SET at = $1 WHERE at < $2", {Type::timestamptz, Type::timestamptz}),
      testing::IsSupersetOf(
          {"ttl-zero: UPDATE t SET at = $1 WHERE at < '2100-01-01 00:00:00+00'::timestamptz "
           "with 1",
           "ttl-infinite: UPDATE t SET at = $1 WHERE at < "
           "'2000-01-01 00:00:00+00'::timestamptz with 1"}));
}

TEST(SqlMutations, TextsThatDoNotParseAndDefinitionsHaveNone) {
  EXPECT_THAT(changes("SELECT FROM WHERE"), IsEmpty());
  EXPECT_THAT(changes("CREATE TABLE t (a int)"), IsEmpty());
}

TEST(SqlMutations, CommentsAndLayoutStayAsTheyAre) {
  EXPECT_THAT(
      changes("SELECT a -- AND no\n  FROM t /* WHERE */\n WHERE b IS NULL\n   AND c IS NULL"),
      ElementsAre("drop-conjunct: SELECT a -- AND no\n  FROM t /* WHERE */\n WHERE c IS NULL",
                  "drop-conjunct: SELECT a -- AND no\n  FROM t /* WHERE */\n WHERE b IS "
                  "NULL"));
}

}  // namespace
}  // namespace racewindow
