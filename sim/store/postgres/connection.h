// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <libpq-fe.h>

#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace racewindow {

// A server cannot be started or reached, or went away: no answer about what is tested.
struct ServerError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct ClearResult {
  void operator()(PGresult* result) const { PQclear(result); }
};
using PostgresResult = std::unique_ptr<PGresult, ClearResult>;

// A statement with parameters in text form, nothing for NULL. The server infers their types.
struct PostgresCall {
  std::string sql;
  std::vector<std::optional<std::string>> params;
};

// One connection to a PostgreSQL server, through libpq's asynchronous interface: a text is sent,
// and its results are taken one after the other. Every method throws ServerError where the
// connection is lost.
class PostgresConnection {
 public:
  // Connects as libpq does for this connection string; `options` are command-line options of the
  // session: "-c TimeZone=UTC".
  PostgresConnection(const std::string& conninfo, const std::string& options);
  PostgresConnection(const PostgresConnection&) = delete;
  PostgresConnection& operator=(const PostgresConnection&) = delete;

  // The simple query protocol: one or more statements. Requires: all results were taken.
  void send(const std::string& sql);
  // The extended query protocol; several are one transaction of their own: after the first error
  // the rest is not carried out. Requires: all results were taken, and there is a call.
  void send(std::span<const PostgresCall> calls);
  // Whether the next result, or the end of them, is there; waits for it no longer than that.
  [[nodiscard]] bool ready_within(int milliseconds);
  // The next result, waiting for it; null after the last (of several calls: of each).
  [[nodiscard]] PostgresResult next_result();
  // The first column of the first row of a query. Throws ServerError when it fails.
  [[nodiscard]] std::string value(const std::string& query);
  // The results that are left of what was sent, waiting for them, in order.
  [[nodiscard]] std::vector<PostgresResult> all_results();
  // Statements whose results do not matter. Throws ServerError when one fails.
  void run(const std::string& sql);
  // Asks the server to end the statement that runs.
  void cancel();

  [[nodiscard]] PGTransactionStatusType transaction_status() const {
    return PQtransactionStatus(connection_.get());
  }
  [[nodiscard]] int backend_pid() const { return PQbackendPID(connection_.get()); }
  // The notices that came in since the last call, as libpq words them, lines ended.
  [[nodiscard]] std::vector<std::string> take_notices();
  // "NOTIFY "c" with payload "p" from PID 1" needs the names of sessions: the raw notifications.
  struct Notification {
    std::string channel;
    std::string payload;
    int backend_pid;
  };
  [[nodiscard]] std::vector<Notification> take_notifications();

 private:
  [[noreturn]] void fail(const std::string& doing) const;

  struct Finish {
    void operator()(PGconn* connection) const { PQfinish(connection); }
  };
  std::unique_ptr<PGconn, Finish> connection_;
  std::vector<std::string> notices_;
};

}  // namespace racewindow
