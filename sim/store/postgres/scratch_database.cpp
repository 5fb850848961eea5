// SPDX-License-Identifier: Apache-2.0
#include "sim/store/postgres/scratch_database.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace racewindow {
namespace {

// Tables are created in the first schema of the path, functions found in the first that has them.
constexpr const char* kOptions =
    "-c search_path=public,racewindow,pg_catalog -c TimeZone=UTC -c DateStyle=ISO "
    "-c IntervalStyle=postgres -c deadlock_timeout=1d -c default_transaction_isolation={} "
    "-c racewindow.now={}Z -c racewindow.clock={}Z";

constexpr const char* kClock = R"(
DROP SCHEMA IF EXISTS racewindow CASCADE;
CREATE SCHEMA racewindow;
CREATE FUNCTION racewindow.now() RETURNS timestamptz LANGUAGE sql STABLE
  AS $$SELECT current_setting('racewindow.now')::timestamptz$$;
CREATE FUNCTION racewindow.transaction_timestamp() RETURNS timestamptz LANGUAGE sql STABLE
  AS $$SELECT current_setting('racewindow.now')::timestamptz$$;
CREATE FUNCTION racewindow.statement_timestamp() RETURNS timestamptz LANGUAGE sql STABLE
  AS $$SELECT current_setting('racewindow.clock')::timestamptz$$;
CREATE FUNCTION racewindow.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE
  AS $$SELECT current_setting('racewindow.clock')::timestamptz$$;
)";

constexpr const char* kDropAll = R"(
DO $$ DECLARE name text; BEGIN
  FOR name IN SELECT nspname FROM pg_namespace
      WHERE nspname !~ '^pg_' AND nspname NOT IN ('information_schema', 'racewindow') LOOP
    EXECUTE format('DROP SCHEMA %I CASCADE', name);
  END LOOP;
END $$;
CREATE SCHEMA public;
)";

// Of every table, to be brought back without defining it anew: that is 20 times as fast.
constexpr const char* kKeepRows = R"(
CREATE SCHEMA racewindow_rows;
DO $$ DECLARE t oid; BEGIN
  FOR t IN SELECT c.oid FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE c.relkind = 'r' AND n.nspname !~ '^pg_'
        AND n.nspname NOT IN ('information_schema', 'racewindow', 'racewindow_rows') LOOP
    EXECUTE format('CREATE TABLE racewindow_rows.t%s AS TABLE %s', t, t::regclass);
  END LOOP;
END $$;
)";
constexpr const char* kRefillText = R"(
SELECT coalesce(string_agg(format(
    'DELETE FROM %1$s; INSERT INTO %1$s OVERRIDING SYSTEM VALUE TABLE racewindow_rows.%2$s;',
    substr(c.relname, 2)::oid::regclass, c.relname), ' ' ORDER BY c.oid), '')
FROM pg_class c WHERE c.relnamespace = 'racewindow_rows'::regnamespace AND c.relkind = 'r'
)";

std::string isolation_option(IsolationLevel level) {
  // A blank is escaped for libpq.
  return level == IsolationLevel::repeatable_read ? R"(repeatable\ read)" : R"(read\ committed)";
}

std::string without_blank(Timestamp time) {
  std::string text = to_text(Value::timestamptz(time));
  std::replace(text.begin(), text.end(), ' ', 'T');
  return text.substr(0, text.find('+'));
}

}  // namespace

void ScratchSession::set(const std::string& name, const std::string& value) {
  const PGTransactionStatusType status = connection_->transaction_status();
  if (status == PQTRANS_INERROR) return;  // nothing but its end can come
  connection_->run(fmt::format("SET {} {} = '{}'", status == PQTRANS_INTRANS ? "LOCAL" : "SESSION",
                               name, value));
}

void ScratchSession::set_time(Timestamp now) {
  if (now == now_) return;
  const std::string text = to_text(Value::timestamptz(now));
  if (connection_->transaction_status() == PQTRANS_IDLE) {
    set("racewindow.now", text);
    now_ = now;
  }
  set("racewindow.clock", text);
}

void ScratchSession::set_deadlock_timeout(int milliseconds) {
  set("deadlock_timeout", fmt::format("{}ms", milliseconds));
}

ScratchDatabase::ScratchDatabase(std::string conninfo, IsolationLevel isolation, Timestamp start)
    : conninfo_(std::move(conninfo)),
      options_(fmt::format(kOptions, isolation_option(isolation), without_blank(start),
                           without_blank(start))),
      start_(start),
      control_(std::make_unique<PostgresConnection>(conninfo_, options_)) {
  control_.now_ = start;
  control_.connection().run(
      "SET client_min_messages = warning; SET lock_timeout = '50ms';"
      // The rows of tables that refer to each other are brought back in any order.
      "SET session_replication_role = replica");
  control_.connection().run(kClock);
}

void ScratchDatabase::create(std::span<const std::string> setup) {
  control_.set_time(start_);
  std::string script = kDropAll;
  for (const std::string& sql : setup) script += sql + ";\n";
  control_.connection().run(script + kKeepRows);
  setup_.assign(setup.begin(), setup.end());
  refill_ = control_.connection().value(kRefillText);
  has_sequences_ = control_.connection().value("SELECT count(*) FROM pg_sequences") != "0";
}

void ScratchDatabase::refill() {
  if (has_sequences_) {
    create(std::vector<std::string>(setup_));
  } else {
    control_.connection().run(refill_);
  }
}

std::unique_ptr<ScratchSession> ScratchDatabase::open() {
  std::unique_ptr<ScratchSession> session;
  if (idle_.empty()) {
    session =
        std::make_unique<ScratchSession>(std::make_unique<PostgresConnection>(conninfo_, options_));
    session->now_ = start_;
  } else {
    session = std::move(idle_.back());
    idle_.pop_back();
  }
  pids_.push_back(session->connection().backend_pid());
  return session;
}

void ScratchDatabase::close(std::unique_ptr<ScratchSession> session) {
  std::erase(pids_, session->connection().backend_pid());
  if (session->connection().transaction_status() != PQTRANS_IDLE) {
    session->connection().run("ROLLBACK");
  }
  session->connection().run("DISCARD ALL");
  (void)session->connection().take_notices();
  session->now_ = start_;
  idle_.push_back(std::move(session));
}

void ScratchDatabase::drop(std::unique_ptr<ScratchSession> session) {
  const int pid = session->connection().backend_pid();
  std::erase(pids_, pid);
  control_.connection().run(fmt::format("SELECT pg_terminate_backend({})", pid));
  session.reset();
  // Its entry goes after its transaction and its locks.
  const std::string left = fmt::format("SELECT count(*) FROM pg_stat_get_activity({})", pid);
  while (control_.connection().value(left) != "0") {
    control_.connection().run("SELECT pg_sleep(0.0002)");
  }
}

bool ScratchDatabase::is_blocked(const ScratchSession& session) {
  return control_.connection().value(
             fmt::format("SELECT pg_isolation_test_session_is_blocked({}, '{{{}}}')",
                         session.connection_->backend_pid(), fmt::join(pids_, ","))) == "t";
}

std::vector<int> ScratchDatabase::blockers(const ScratchSession& session) {
  PostgresConnection& control = control_.connection();
  control.send(fmt::format("SELECT DISTINCT unnest(pg_blocking_pids({})) ORDER BY 1",
                           session.connection_->backend_pid()));
  std::vector<int> pids;
  for (const Answer::Row& row : answer_of(control.all_results(), {}).rows) {
    pids.push_back(std::stoi(*row.front()));
  }
  return pids;
}

Answer ScratchDatabase::look(const std::string& query, Timestamp now) {
  control_.set_time(now);
  const PostgresCall call{query, {}};
  control_.connection().send(std::span(&call, 1));
  return answer_of(control_.connection().all_results(), {});
}

}  // namespace racewindow
