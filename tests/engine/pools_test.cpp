// SPDX-License-Identifier: Apache-2.0
// Connections of pools: who gets which, what stays on them, and what befalls them.
#include <gtest/gtest.h>

#include "tests/engine/step_by_step.h"

namespace racewindow::testing {
namespace {

constexpr char kAdd[] = "INSERT INTO t VALUES ($1, 1)";

class Pools : public StepByStep {
 protected:
  PoolHandle pool(std::size_t size, PoolMode mode, std::size_t host = PoolSpec::kOwnHost) {
    return small_.scenario.pool({.name = "app", .size = size, .mode = mode, .host = host});
  }
  // An actor that adds row 1 in a transaction of its own connection.
  void adds_in_a_transaction() {
    small_.actor([](Context& ctx) {
      Session db = ctx.session();
      db.exec("BEGIN");
      db.exec(kAdd, 1);
      db.exec("COMMIT");
    });
  }
  // An actor that sends these texts as one client.
  void sends(PoolHandle pool, std::vector<std::string> texts) {
    small_.actor([=](Context& ctx) {
      Session db = ctx.session(pool);
      for (const std::string& text : texts) db.exec(text);
    });
  }
};

TEST_F(Pools, a_transaction_keeps_its_connection_and_another_client_waits_for_it) {
  const PoolHandle app = pool(1, PoolMode::transaction);
  sends(app, {"BEGIN", "INSERT INTO t VALUES (1, 1)", "COMMIT"});
  sends(app, {"INSERT INTO t VALUES (2, 1)"});
  const Event& waits = follow("A.B");
  EXPECT_EQ(waits.kind, EventKind::wait);
  EXPECT_EQ(waits.outcome->awaited, "a connection of pool app");
  EXPECT_EQ(std::vector<std::size_t>(waits.blockers.begin(), waits.blockers.end()),
            std::vector<std::size_t>{0});
  EXPECT_EQ(possible(), "A");
  follow("A.A");
  EXPECT_EQ(possible(), "B");
  follow("B");
  EXPECT_TRUE(scheduler().over());
  EXPECT_EQ(row(2), 1);
}

TEST_F(Pools, going_back_gives_the_connection_back) {
  const PoolHandle app = pool(1, PoolMode::transaction);
  sends(app, {"BEGIN", "COMMIT"});
  sends(app, {"INSERT INTO t VALUES (2, 1)"});
  const Digest start = scheduler().digest();
  follow("A.B");
  scheduler().restore(0);
  EXPECT_EQ(scheduler().digest(), start);
  EXPECT_EQ(follow("B").kind, EventKind::statement);
}

TEST_F(Pools, those_who_wait_are_served_in_the_order_in_which_they_came) {
  const PoolHandle app = pool(1, PoolMode::transaction);
  sends(app, {"BEGIN", "COMMIT"});
  sends(app, {"SELECT 1"});
  sends(app, {"SELECT 1"});
  follow("A.C.B.A");
  EXPECT_EQ(possible(), "C");
  follow("C");
  EXPECT_EQ(possible(), "B");
}

TEST_F(Pools, a_session_lock_stays_on_its_connection_and_which_one_is_handed_out_is_a_choice) {
  const PoolHandle app = pool(2, PoolMode::transaction);
  sends(app, {"SELECT pg_advisory_lock(7)", "SELECT pg_advisory_unlock(7)"});
  sends(app, {"SELECT pg_advisory_lock(7)"});
  EXPECT_EQ(possible(), "A B");
  follow("A");
  EXPECT_EQ(possible(), "A Aon2 B Bon2");
  // Elsewhere the lock is not its own, and stays for ever.
  const Event& unlock = follow("Aon2");
  ASSERT_EQ(unlock.outcome->notices.size(), 1U);
  EXPECT_EQ(unlock.status, ActorStatus::ended);
  EXPECT_EQ(follow("Bon2").kind, EventKind::wait);
  EXPECT_TRUE(scheduler().stuck());
  EXPECT_EQ(scheduler().describe_stuck().substr(0, 17), "a1 waits for advi");
}

TEST_F(Pools, a_client_that_lets_go_frees_its_connection_as_it_is) {
  const PoolHandle app = pool(1, PoolMode::session);
  small_.actor([app](Context& ctx) {
    {
      Session db = ctx.session(app);
      db.exec("BEGIN");
      db.exec(kAdd, 1);
    }
    Session other = ctx.session();
    other.exec(kAdd, 2);
  });
  sends(app, {"INSERT INTO t VALUES (3, 1)", "COMMIT"});
  follow("A.B.A");
  EXPECT_EQ(possible(), "A B");
  follow("B.B");  // within the transaction that was left open
  EXPECT_EQ(row(1), 1);
  EXPECT_EQ(row(3), 1);
}

TEST_F(Pools, each_statement_of_a_request_pool_is_its_own_transaction) {
  const PoolHandle rest = pool(1, PoolMode::statement);
  sends(rest, {"BEGIN"});
  EXPECT_TRUE(follow("A").failed_with("0A000"));
}

TEST_F(Pools, a_pool_that_is_too_small_for_two_clients_of_one_actor_is_stuck) {
  const PoolHandle app = pool(1, PoolMode::transaction);
  small_.actor([app](Context& ctx) {
    Session inside = ctx.session(app);
    Session outside = ctx.session(app);
    inside.exec("BEGIN");
    outside.exec(kAdd, 1);
    inside.exec("COMMIT");
  });
  follow("A.A");
  EXPECT_TRUE(scheduler().stuck());
  EXPECT_EQ(possible(), "");
}

TEST_F(Pools, the_client_library_gives_up_waiting_and_ends_long_transactions) {
  small_.scenario.sleeps = true;
  const PoolHandle app = small_.scenario.pool({.name = "app",
                                               .size = 1,
                                               .statement_checkout_timeout = seconds(10),
                                               .transaction_timeout = seconds(5)});
  small_.actor([app](Context& ctx) {
    Session inside = ctx.session(app);
    Session outside = ctx.session(app);
    inside.exec("BEGIN");
    inside.exec(kAdd, 1);
    outside.exec(kAdd, 2);
    inside.exec("COMMIT");
  });
  follow("A.A.A");
  EXPECT_EQ(possible(), "@5s @10s");
  follow("@5s");
  EXPECT_EQ(possible(), "Aexpire @10s");
  EXPECT_EQ(follow("Aexpire").kind, EventKind::expire);
  follow("A");
  EXPECT_EQ(row(1), 0);
  EXPECT_EQ(row(2), 1);
  follow("A");
  EXPECT_EQ(status_of(0), "P2028");
}

TEST_F(Pools, who_has_waited_too_long_is_told_so) {
  small_.scenario.sleeps = true;
  const PoolHandle app = small_.scenario.pool({.name = "app",
                                               .size = 1,
                                               .statement_checkout_timeout = seconds(10),
                                               .transaction_checkout_timeout = seconds(2)});
  sends(app, {"BEGIN", "COMMIT"});
  sends(app, {"SELECT 1"});
  sends(app, {"BEGIN"});
  follow("A.B.C.@2s.C");
  EXPECT_EQ(status_of(2), "P2028");
  follow("@10s.B");
  EXPECT_EQ(status_of(1), "P2024");
}

TEST_F(Pools, a_lost_commit_takes_effect_and_its_client_is_closed_but_the_pool_goes_on) {
  const PoolHandle app = pool(1, PoolMode::transaction);
  small_.scenario.faults.lost = 1;
  small_.actor([app](Context& ctx) {
    {
      Session db = ctx.session(app);
      db.exec("BEGIN");
      db.exec(kAdd, 1);
      try {
        db.exec("COMMIT");
      } catch (const SqlError&) {
      }
    }
    Session again = ctx.session(app);
    again.exec(kAdd, 2);
  });
  follow("A.A.Alost");
  EXPECT_EQ(row(1), 1);
  follow("A");
  EXPECT_EQ(row(2), 1);
}

TEST_F(Pools, a_broken_connection_ends_what_stayed_on_it) {
  const PoolHandle app = pool(1, PoolMode::transaction);
  small_.scenario.faults.refused = 1;
  small_.actor([app](Context& ctx) {
    Session db = ctx.session(app);
    db.exec("BEGIN");
    db.exec(kAdd, 1);
    try {
      db.exec(kAdd, 2);
    } catch (const SqlError&) {
    }
    db.exec("COMMIT");
  });
  follow("A.A.Arefused.A");
  EXPECT_EQ(status_of(0), "08003");
  EXPECT_EQ(row(1), 0);
}

TEST_F(Pools, a_late_statement_keeps_its_session_and_the_pool_has_a_new_one) {
  const PoolHandle app = pool(1, PoolMode::transaction);
  small_.scenario.faults.late = 1;
  sends(app, {"INSERT INTO t VALUES (1, 1)"});
  sends(app, {"INSERT INTO t VALUES (2, 1)"});
  follow("Alate");
  EXPECT_EQ(status_of(0), "08006");
  follow("B.Adeliver");
  EXPECT_EQ(row(1), 1);
  EXPECT_TRUE(scheduler().over());
}

TEST_F(Pools, over_http_a_lost_reply_leaves_the_waiting_request_its_connection) {
  const PoolHandle rest = pool(1, PoolMode::statement);
  small_.scenario.faults.lost = 1;
  adds_in_a_transaction();
  sends(rest, {"INSERT INTO t VALUES (1, 2) ON CONFLICT DO NOTHING"});
  sends(rest, {"INSERT INTO t VALUES (3, 1)"});
  follow("A.A.B.C.A");
  EXPECT_EQ(possible(), "B Blost");
  follow("Blost");
  follow("C");
  EXPECT_EQ(row(3), 1);
  EXPECT_TRUE(scheduler().over());
}

TEST_F(Pools, a_dead_host_takes_its_own_pool_with_it) {
  const PoolHandle app = pool(1, PoolMode::transaction, 0);
  small_.scenario.faults.crashes = 1;
  sends(app, {"SELECT pg_advisory_lock(7)", "SELECT 1"});
  small_.actor([](Context& ctx) { ctx.session().exec("SELECT pg_advisory_lock(7)"); });
  follow("A.B");
  EXPECT_EQ(possible(), "A Acrash Bcrash Acrashlate Bcrashlate");
  follow("Acrash.B");
  EXPECT_EQ(status_of(1), "ended");
}

TEST_F(Pools, what_a_dead_client_left_in_a_pooler_stays_there) {
  const PoolHandle bouncer = pool(1, PoolMode::transaction);
  small_.scenario.faults.crashes = 1;
  sends(bouncer, {"SELECT pg_advisory_lock(7)", "SELECT 1"});
  small_.actor([](Context& ctx) { ctx.session().exec("SELECT pg_advisory_lock(7)"); });
  follow("A.Acrash.B");
  EXPECT_TRUE(scheduler().stuck());
}

TEST_F(Pools, the_sessions_of_a_vanished_host_stay_until_the_server_notices) {
  small_.scenario.faults.vanishes = 1;
  adds_in_a_transaction();
  small_.actor([](Context& ctx) { ctx.session().exec(kAdd, 1); });
  follow("A.A.Avanish");
  EXPECT_EQ(follow("B").kind, EventKind::wait);
  EXPECT_EQ(possible(), "Anotice");
  EXPECT_FALSE(scheduler().stuck());
  follow("Anotice.B");
  EXPECT_EQ(status_of(1), "ended");
  EXPECT_TRUE(scheduler().over());
}

TEST_F(Pools, a_statement_in_flight_of_a_vanished_host_arrives_and_its_locks_stay) {
  small_.scenario.faults.vanishes = 1;
  const PoolHandle app = pool(1, PoolMode::transaction, 0);
  sends(app, {"BEGIN", "INSERT INTO t VALUES (1, 1)", "COMMIT"});
  small_.actor([](Context& ctx) { ctx.session().exec(kAdd, 1); });
  follow("A.Avanishlate.Adeliver");
  EXPECT_EQ(follow("B").kind, EventKind::wait);
  follow("Anotice.B");
  EXPECT_EQ(status_of(1), "ended");
}

TEST_F(Pools, a_dropped_session_rolls_back_and_its_actor_is_told_with_the_next_statement) {
  small_.scenario.faults.drops = 1;
  adds_in_a_transaction();
  small_.actor([](Context& ctx) { ctx.session().exec(kAdd, 1); });
  follow("A.A.B.Adrop");
  EXPECT_EQ(possible(), "A B");
  follow("B.A");
  EXPECT_EQ(status_of(0), "57P01");
  EXPECT_EQ(row(1), 1);
}

TEST_F(Pools, a_statement_that_waits_is_interrupted_by_a_drop) {
  small_.scenario.faults.drops = 1;
  const PoolHandle app = pool(1, PoolMode::transaction);
  adds_in_a_transaction();
  sends(app, {"INSERT INTO t VALUES (1, 2)"});
  follow("A.A.B");
  EXPECT_EQ(follow("Bdrop").kind, EventKind::drop);
  EXPECT_EQ(status_of(1), "57P01");
}

// -- a worker that takes jobs from a queue ------------------------------------------------------

constexpr char kTake[] =
    "UPDATE jobs SET taken_by = $1 WHERE id = (SELECT min(id) FROM jobs WHERE taken_by IS NULL) "
    "RETURNING id";

class Queue : public StepByStep {
 protected:
  Queue() {
    small_.scenario.env_schema = {"CREATE TABLE jobs (id bigint PRIMARY KEY, taken_by text)"};
  }
  void worker(std::string host) {
    small_.actor([host](Context& ctx) {
      for (;;) {
        ctx.forget("idle");
        const Rows job = ctx.receive("take", kTake, host);
        ctx.session().exec(kAdd, job.get<std::int64_t>(0, 0).value());
      }
    });
  }
};

TEST_F(Queue, a_worker_stands_still_until_there_is_a_job_and_is_at_rest_without) {
  worker("h0");
  small_.actor([](Context& ctx) { ctx.external("push", "INSERT INTO jobs VALUES (4, NULL)"); });
  EXPECT_EQ(possible(), "B");
  follow("B");
  EXPECT_EQ(possible(), "A");
  EXPECT_EQ(follow("A").kind, EventKind::receive);
  EXPECT_FALSE(scheduler().over());
  follow("A");
  EXPECT_EQ(row(4), 1);
  EXPECT_TRUE(scheduler().over());
  EXPECT_FALSE(scheduler().stuck());
}

TEST_F(Queue, what_a_dead_worker_had_taken_is_delivered_again) {
  worker("h0");
  worker("h1");
  small_.actor([](Context& ctx) { ctx.external("push", "INSERT INTO jobs VALUES (4, NULL)"); });
  small_.scenario.faults.crashes = 1;
  small_.scenario.env_on_death = {"UPDATE jobs SET taken_by = NULL WHERE taken_by = $1"};
  follow("C.A.Acrash.B.B");
  EXPECT_EQ(row(4), 1);
  EXPECT_TRUE(scheduler().over());
}

}  // namespace
}  // namespace racewindow::testing
