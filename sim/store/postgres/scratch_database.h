// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "sim/sql/bound.h"
#include "sim/sql/value.h"
#include "sim/store/postgres/answer.h"
#include "sim/store/postgres/connection.h"

namespace racewindow {

// A connection to a scratch database whose clock is virtual.
class ScratchSession {
 public:
  explicit ScratchSession(std::unique_ptr<PostgresConnection> connection)
      : connection_(std::move(connection)) {}
  [[nodiscard]] PostgresConnection& connection() { return *connection_; }
  // now() of a transaction that begins next, and clock_timestamp(), show this time. Requires: no
  // statement is under way.
  void set_time(Timestamp now);
  // For the next statement, or for the transaction that is open. Requires: as above.
  void set_deadlock_timeout(int milliseconds);

 private:
  void set(const std::string& name, const std::string& value);

  std::unique_ptr<PostgresConnection> connection_;
  Timestamp now_;  // what is set outside of transactions
  friend class ScratchDatabase;
};

// A database on a real server of which nothing is kept: everything in it is dropped, again and
// again. Every method throws ServerError.
//
// Its time is virtual: now() and clock_timestamp() are found in a schema before pg_catalog and read
// settings of the session. CURRENT_TIMESTAMP, which is no function, shows the server's time.
// Deadlocks are detected by none of its sessions, but for those that are told when.
class ScratchDatabase {
 public:
  // `start` is what its clock shows where nothing else was set.
  ScratchDatabase(std::string conninfo, IsolationLevel isolation, Timestamp start);
  ScratchDatabase(const ScratchDatabase&) = delete;
  ScratchDatabase& operator=(const ScratchDatabase&) = delete;

  // Drops everything and runs the statements of `setup`.
  void create(std::span<const std::string> setup);
  // Brings the rows back that were there after create(). Requires: no table was defined since.
  void refill();

  [[nodiscard]] std::unique_ptr<ScratchSession> open();
  // Rolls back what is open; nothing of the session is left.
  void close(std::unique_ptr<ScratchSession> session);
  // As if its client had died and the server had noticed: also while a statement is under way.
  void drop(std::unique_ptr<ScratchSession> session);

  // Whether the session waits for a lock that another one that is open holds or is queued for.
  [[nodiscard]] bool is_blocked(const ScratchSession& session);
  // The backends of the sessions it waits for, ascending.
  [[nodiscard]] std::vector<int> blockers(const ScratchSession& session);
  // What a fresh session sees. 55P03: somebody has locked a table against readers.
  [[nodiscard]] Answer look(const std::string& query, Timestamp now);

 private:
  std::string conninfo_;
  std::string options_;
  Timestamp start_;
  ScratchSession control_;
  std::vector<std::unique_ptr<ScratchSession>> idle_;
  std::vector<int> pids_;  // of the sessions that are open
  std::string refill_;
  bool has_sequences_ = false;
  std::vector<std::string> setup_;
};

}  // namespace racewindow
