// SPDX-License-Identifier: Apache-2.0
// Random sequences of statements, batches, checkpoints and returns to them, on every store at once.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <map>
#include <memory>
#include <ostream>

#include "sim/store/open_store.h"
#include "tests/store/outcome_text.h"

namespace racewindow {
namespace {

const std::vector<std::string> kSetup = {
    "CREATE TABLE t (id bigint PRIMARY KEY, g bigint, v text, n bigint NOT NULL DEFAULT 0, "
    "UNIQUE (g, v), CHECK (n < 3))",
    "INSERT INTO t (id, g, v) VALUES (1, 1, 'a'), (2, 1, 'b')"};

// Whether one of these fails never depends on the order in which a store visits the rows.
const std::vector<std::string> kStatements = {
    "INSERT INTO t (id, g, v) VALUES ($1, $2, $3)",
    "INSERT INTO t (id, g, v) VALUES ($1, $2, $3) ON CONFLICT (id) DO UPDATE SET g = excluded.g "
    "WHERE excluded.g > t.g RETURNING g",
    "INSERT INTO t (id, g, v) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING RETURNING id",
    "INSERT INTO t (id, g, v) VALUES ($1, 1, $3), ($2, NULL, $3)",
    "INSERT INTO t (id, g, v) SELECT id + 3, g, NULL FROM t WHERE g = $1",
    "UPDATE t SET g = $1 WHERE id = $2",
    "UPDATE t SET id = $1 WHERE id = $2 RETURNING id, v",
    "UPDATE t SET v = $3 WHERE g < $1 OR id = $2",
    "UPDATE t SET n = n + 1 WHERE id > $1",
    "DELETE FROM t WHERE g < $1",
    "DELETE FROM t WHERE id = $1 RETURNING v, g",
    "DELETE FROM t",
    "SELECT * FROM t WHERE v = $3 OR g > $2 OR id = $1",
    "SELECT v, COUNT(*), MAX(g) FROM t GROUP BY v",
    "SELECT a.id, b.id FROM t a JOIN t b ON a.g = b.g AND a.id < b.id",
};

struct Step {
  enum class Kind : std::uint8_t { statement, batch, save, restore } kind = Kind::statement;
  std::size_t first = 0;   // statements
  std::size_t second = 0;  // of a batch
  std::int64_t a = 0;
  std::int64_t b = 0;
  std::string v;
  friend std::ostream& operator<<(std::ostream& out, const Step& step) {
    return out << "{kind " << static_cast<int>(step.kind) << ", statements " << step.first << " "
               << step.second << ", params " << step.a << " " << step.b << " " << step.v << "}";
  }
};

rc::Gen<Step> any_step() {
  using Kind = Step::Kind;
  return rc::gen::build<Step>(
      rc::gen::set(
          &Step::kind,
          rc::gen::weightedElement<Kind>(
              {{8, Kind::statement}, {2, Kind::batch}, {2, Kind::save}, {2, Kind::restore}})),
      rc::gen::set(&Step::first, rc::gen::inRange<std::size_t>(0, kStatements.size())),
      rc::gen::set(&Step::second, rc::gen::inRange<std::size_t>(0, kStatements.size())),
      rc::gen::set(&Step::a, rc::gen::inRange<std::int64_t>(0, 5)),
      rc::gen::set(&Step::b, rc::gen::inRange<std::int64_t>(0, 5)),
      rc::gen::set(&Step::v, rc::gen::elementOf(std::vector<std::string>{"a", "b", "c"})));
}

// A store and what it promised at each checkpoint; the first is the state after the setup.
struct Tried {
  explicit Tried(std::string_view name) : store(open_store(name, kSetup)) { save(); }

  struct Checkpoint {
    Mark mark;
    Digest digest;
    Digest committed;
    std::string content;
  };
  std::unique_ptr<Store> store;
  std::vector<Checkpoint> checkpoints;
  std::map<std::string, Digest> digest_of_content;
  std::map<Digest, std::string> content_of_digest;

  void save() {
    checkpoints.push_back(
        {store->save(), store->digest(), store->committed_digest(), content_text(*store)});
  }
  void restore(std::size_t n) {
    const Checkpoint& checkpoint = checkpoints[n];
    store->restore(checkpoint.mark);
    RC_ASSERT(store->digest() == checkpoint.digest);
    RC_ASSERT(store->committed_digest() == checkpoint.committed);
    RC_ASSERT(content_text(*store) == checkpoint.content);
    checkpoints.resize(n + 1);
  }
  // Equal content by different paths has one digest, different content has different ones.
  void check_digest() {
    const std::string content = content_text(*store);
    const Digest digest = store->committed_digest();
    RC_ASSERT(digest_of_content.emplace(content, digest).first->second == digest);
    RC_ASSERT(content_of_digest.emplace(digest, content).first->second == content);
  }
};

RC_GTEST_PROP(Stores, GiveTheSameAnswersRowsAndCheckpoints, ()) {
  const auto steps = *rc::gen::container<std::vector<Step>>(any_step());
  Tried memory("memory");
  Tried sqlite("sqlite");
  for (const Step& step : steps) {
    if (step.kind == Step::Kind::save) {
      memory.save();
      sqlite.save();
    } else if (step.kind == Step::Kind::restore) {
      const std::size_t n = step.first % memory.checkpoints.size();
      memory.restore(n);
      sqlite.restore(n);
    } else {
      std::vector<std::string> statements = {kStatements[step.first]};
      if (step.kind == Step::Kind::batch) statements.push_back(kStatements[step.second]);
      const std::vector<Value> params = {Value::int8(step.a), Value::int8(step.b),
                                         Value::text(step.v)};
      RC_ASSERT(answer_text(*memory.store, statements, params) ==
                answer_text(*sqlite.store, statements, params));
    }
    RC_ASSERT(content_text(*memory.store) == content_text(*sqlite.store));
    memory.check_digest();
    sqlite.check_digest();
  }
}

}  // namespace
}  // namespace racewindow
