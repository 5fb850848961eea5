// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/generated_program.h"

#include <fmt/format.h>

#include <array>
#include <ostream>

namespace racewindow::testing {
namespace {

constexpr std::array<const char*, 16> kNames = {
    "read",   "read_sum", "write",        "write_back", "claim", "insert",
    "upsert", "remove",   "external",     "log",        "lock",  "share",
    "skip",   "advisory", "try_advisory", "savepoint"};
constexpr int kWithoutTransactions = 10;

// Carries out one operation; returns whether the actor goes on.
bool run(Context& ctx, Session& db, const GeneratedOp& op, std::int64_t& reg) {
  switch (op.kind) {
    case GeneratedOp::Kind::read:
      reg = db.value<std::int64_t>("SELECT v FROM t WHERE k = $1", op.k).value_or(-1);
      return true;
    case GeneratedOp::Kind::read_sum:
      reg = db.value<std::int64_t>("SELECT count(*) FROM t WHERE v >= $1", op.value).value_or(-1);
      return true;
    case GeneratedOp::Kind::write:
      db.exec("UPDATE t SET v = $1 WHERE k = $2", op.value, op.k);
      return true;
    case GeneratedOp::Kind::write_back:
      db.exec("UPDATE t SET v = $1 WHERE k = $2", reg + 1, op.k);
      return true;
    case GeneratedOp::Kind::claim:
      return db.exec("UPDATE t SET v = $1 WHERE k = $2 AND v = 0", op.value + 1, op.k) == 1;
    case GeneratedOp::Kind::insert:
      db.exec("INSERT INTO t VALUES ($1, $2)", 10 + op.k, op.value);
      return true;
    case GeneratedOp::Kind::upsert:
      db.exec("INSERT INTO t VALUES ($1, $2) ON CONFLICT (k) DO UPDATE SET v = t.v + 1", 10 + op.k,
              op.value);
      return true;
    case GeneratedOp::Kind::remove:
      db.exec("DELETE FROM t WHERE v = $1", op.value);
      return true;
    case GeneratedOp::Kind::external:
      ctx.external("note", "INSERT INTO notes VALUES ($1)", op.value);
      return true;
    case GeneratedOp::Kind::log:
      ctx.log("value={}", op.value);
      return true;
    case GeneratedOp::Kind::lock:
      reg = db.value<std::int64_t>("SELECT v FROM t WHERE k = $1 FOR UPDATE", op.k).value_or(-1);
      return true;
    case GeneratedOp::Kind::share:
      reg = db.value<std::int64_t>("SELECT v FROM t WHERE k = $1 FOR SHARE", op.k).value_or(-1);
      return true;
    case GeneratedOp::Kind::skip:
      reg = static_cast<std::int64_t>(
          db.query("SELECT k FROM t WHERE v >= $1 ORDER BY k FOR UPDATE SKIP LOCKED", op.value)
              .size());
      return true;
    case GeneratedOp::Kind::advisory:
      db.exec("SELECT pg_advisory_xact_lock($1)", op.k);
      return true;
    case GeneratedOp::Kind::try_advisory:
      reg = db.value<bool>("SELECT pg_try_advisory_xact_lock($1)", op.k).value_or(false) ? 1 : 0;
      return true;
    case GeneratedOp::Kind::savepoint:
      db.exec("SAVEPOINT s");
      db.exec("UPDATE t SET v = $1 WHERE k = $2", op.value, op.k);
      db.exec("ROLLBACK TO SAVEPOINT s");
      return true;
  }
  return false;
}

std::int64_t sum_of(const ViewRows& rows) {
  std::int64_t sum = 0;
  for (std::size_t n = 0; n < rows.size(); ++n) {
    if (!rows.at(n, 1).is_null()) sum += rows.at(n, 1).as_int();
  }
  return sum;
}

}  // namespace

Scenario GeneratedProgram::build() const {
  Scenario scenario;
  scenario.schema = {"CREATE TABLE t (k bigint PRIMARY KEY, v bigint)",
                     "INSERT INTO t VALUES (1, 0), (2, 0), (3, 1)"};
  scenario.env_schema = {"CREATE TABLE notes (value bigint)"};
  scenario.connection = transactions ? Connection::stateful : Connection::http;
  if (repeatable_read) scenario.isolation = IsolationLevel::repeatable_read;
  scenario.faults = faults;
  if (time_moves) {
    scenario.deadlines = {minutes(1)};
    scenario.time_steps_max = 1;
  }
  std::optional<PoolHandle> pool;
  if (connections > 0) pool = scenario.pool({.name = "pool", .size = connections});
  const ViewHandle rows = scenario.view(
      "rows", narrow ? "SELECT k, v FROM t WHERE k = 1 UNION ALL SELECT k, v FROM t WHERE k = 2 "
                       "ORDER BY k, v"
                     : "SELECT k, v FROM t ORDER BY k");
  if (!narrow) {
    scenario.env_view("notes", "SELECT value, count(*) FROM notes GROUP BY value ORDER BY value");
  }

  for (std::size_t n = 0; n < actors.size(); ++n) {
    if (n == 0 || !shared_host) scenario.host("h" + std::to_string(n));
    scenario.actor("a" + std::to_string(n), scenario.hosts.size() - 1,
                   [this_ops = actors[n], locks = mutex && n < 2, reads = time_moves,
                    begins = transactions, pool](Context& ctx) {
                     std::int64_t reg = 0;
                     if (reads) reg = ctx.now().microseconds % 1'000'000'007;
                     const auto body = [&] {
                       Session db = pool ? ctx.session(*pool) : ctx.session();
                       if (begins) db.exec("BEGIN");
                       for (const GeneratedOp& op : this_ops) {
                         if (!run(ctx, db, op, reg)) return;
                       }
                       if (begins) db.exec("COMMIT");
                     };
                     if (locks) {
                       ctx.with_mutex("m", body);
                     } else {
                       body();
                     }
                   });
  }

  scenario.invariant({"sum", "", ""}, [rows, limit = invariant_limit](const View& view) -> Finding {
    if (sum_of(view[rows]) <= limit) return std::nullopt;
    return "the sum is too large";
  });
  struct Sums {
    std::int64_t highest;
    std::int64_t falls;
  };
  const auto falls = [rows](Sums& sums, const Event& event) -> Finding {
    const std::int64_t sum = sum_of((*event.after)[rows]);
    if (sum < sums.highest) ++sums.falls;
    sums.highest = sum;
    if (sums.falls <= 1) return std::nullopt;
    return "the sum fell twice";
  };
  if (!narrow) scenario.monitor<Sums>({"falls-once", "", ""}, {0, 0}, falls);
  // A property of steps, not of states: no state remembers which statement removed what.
  scenario.monitor<NoState>({"removes-no-fresh-row", "", ""}, {},
                            [](NoState&, const Event& event) -> Finding {
                              for (const RowChange& change : event.changes()) {
                                if (change.kind == RowChange::Kind::remove &&
                                    event.before_cells(change)[0].as_int() > 10) {
                                  return "a DELETE removed an inserted row";
                                }
                              }
                              return std::nullopt;
                            });
  // Tells histories apart that end in the same rows.
  struct LastLog {
    std::int64_t actor;
  };
  const auto logs = [](const Event& event) { return !event.logs.empty(); };
  scenario.monitor<LastLog>(
      {"logs-take-turns", "", ""}, {-1},
      [](LastLog& last, const Event& event) -> Finding {
        if (event.logs.empty()) return std::nullopt;
        const auto actor = static_cast<std::int64_t>(event.actor);
        const bool in_turn = actor <= last.actor + 1;
        last.actor = actor;
        if (in_turn) return std::nullopt;
        return "an actor logged before the one below it";
      },
      narrow ? Interest(logs) : nullptr);
  scenario.final({"final-value", "", ""},
                 [rows, row = final_row, value = final_value](const Final& final) -> Finding {
                   const ViewRows& end = (*final.view)[rows];
                   for (std::size_t n = 0; n < end.size(); ++n) {
                     if (end.at(n, 0).as_int() == row && end.at(n, 1).as_int() != value) {
                       return "another value";
                     }
                   }
                   return std::nullopt;
                 });
  scenario.final({"nobody-failed", "", ""}, [](const Final& final) -> Finding {
    for (const ActorEnd& end : final.actors) {
      if (end.status == ActorStatus::failed) return end.error->sqlstate();
    }
    return std::nullopt;
  });
  scenario.recovery(
      {"row-11-is-free", "", ""},
      [](Context& ctx) { ctx.session().exec("INSERT INTO t VALUES (11, 0)"); },
      [](const Final&) -> Finding { return std::nullopt; });
  return scenario;
}

std::string GeneratedProgram::describe() const {
  std::string text;
  for (const auto& ops : actors) {
    for (const GeneratedOp& op : ops) {
      text += fmt::format("{}({},{}) ", kNames[static_cast<std::size_t>(op.kind)], op.k, op.value);
    }
    text += "| ";
  }
  text += fmt::format("transactions={} connections={} repeatable_read={} drops={} vanishes={} ",
                      transactions, connections, repeatable_read, faults.drops, faults.vanishes);
  text += fmt::format("shared_host={} mutex={} crashes={} lost={} refused={} late={} time={}",
                      shared_host, mutex, faults.crashes, faults.lost, faults.refused, faults.late,
                      time_moves);
  text += fmt::format(" narrow={} limit={} final={}:{}", narrow, invariant_limit, final_row,
                      final_value);
  return text;
}

void showValue(const GeneratedProgram& program, std::ostream& out) {
  out << program.describe();
}

namespace {

rc::Gen<GeneratedProgram> generated(int actors_max, int ops_max, int kinds) {
  const auto op = rc::gen::map(
      rc::gen::tuple(rc::gen::inRange(0, kinds), rc::gen::inRange(1, 3), rc::gen::inRange(0, 3)),
      [](const std::tuple<int, int, int>& drawn) {
        return GeneratedOp{static_cast<GeneratedOp::Kind>(std::get<0>(drawn)), std::get<1>(drawn),
                           std::get<2>(drawn)};
      });
  // Small sizes would leave out what stands last in a range.
  return rc::gen::resize(
      rc::kNominalSize, rc::gen::exec([=] {
        GeneratedProgram program;
        const int actors = *rc::gen::inRange(2, actors_max + 1);
        for (int n = 0; n < actors; ++n) {
          const int ops = *rc::gen::inRange(1, ops_max + 1);
          program.actors.push_back(
              *rc::gen::container<std::vector<GeneratedOp>>(static_cast<std::size_t>(ops), op));
        }
        program.shared_host = *rc::gen::arbitrary<bool>();
        program.mutex = *rc::gen::weightedElement<bool>({{4, false}, {1, true}});
        program.time_moves = *rc::gen::weightedElement<bool>({{4, false}, {1, true}});
        const int fault = *rc::gen::inRange(0, 8);
        program.faults.crashes = fault == 1 ? 1 : 0;
        program.faults.lost = fault == 2 ? 1 : 0;
        program.faults.refused = fault == 3 ? 1 : 0;
        program.faults.late = fault == 4 ? 1 : 0;
        program.invariant_limit = *rc::gen::inRange(1, 6);
        program.final_row = *rc::gen::inRange(1, 3);
        program.final_value = *rc::gen::inRange(0, 3);
        return program;
      }));
}

}  // namespace

rc::Gen<GeneratedProgram> generated_program(int actors_max, int ops_max) {
  return generated(actors_max, ops_max, kWithoutTransactions);
}

rc::Gen<GeneratedProgram> generated_transactions(int actors_max, int ops_max) {
  return rc::gen::exec([=] {
    GeneratedProgram program = *generated(actors_max, ops_max, static_cast<int>(kNames.size()));
    program.transactions = true;
    program.repeatable_read = *rc::gen::weightedElement<bool>({{2, false}, {1, true}});
    return program;
  });
}

}  // namespace racewindow::testing
