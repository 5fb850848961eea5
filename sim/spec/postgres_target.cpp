// SPDX-License-Identifier: Apache-2.0
#include "sim/spec/postgres_target.h"

#include <fmt/format.h>

namespace racewindow {
namespace {

// What pg_regress sets for every test.
constexpr const char* kOptions =
    "-c TimeZone=PST8PDT -c DateStyle=Postgres,MDY -c IntervalStyle=postgres_verbose";
constexpr int kLookMilliseconds = 10;
constexpr int kRoundsMax = 300'000 / kLookMilliseconds;  // isolationtester's 300 seconds

SpecResult error_result(const PGresult* result) {
  SpecResult error{SpecResult::Kind::error, {}, {}, 0, "", PQresultErrorMessage(result)};
  const char* const severity = PQresultErrorField(result, PG_DIAG_SEVERITY);
  const char* const message = PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY);
  error.headline = severity != nullptr && message != nullptr
                       ? fmt::format("{}:  {}", severity, message)
                       : error.report;
  return error;
}

SpecResult rows_result(const PGresult* result) {
  SpecResult rows;
  rows.kind = SpecResult::Kind::rows;
  const int columns = PQnfields(result);
  const int count = PQntuples(result);
  rows.row_count = static_cast<std::size_t>(count);
  for (int column = 0; column < columns; ++column) {
    rows.columns.emplace_back(PQfname(result, column));
  }
  for (int row = 0; row < count; ++row) {
    for (int column = 0; column < columns; ++column) {
      rows.cells.emplace_back(PQgetvalue(result, row, column));
    }
  }
  return rows;
}

}  // namespace

PostgresTarget::PostgresTarget(const Spec& spec, const std::string& conninfo) : spec_(spec) {
  for (std::size_t n = 0; n <= spec.sessions.size(); ++n) {
    connections_.push_back(std::make_unique<PostgresConnection>(conninfo, kOptions));
    if (n == 0) continue;
    pids_ += fmt::format("{}{}", n == 1 ? "{" : ",", connections_[n]->backend_pid());
  }
  pids_ += "}";
}

void PostgresTarget::launch(std::size_t session, const std::string& block) {
  connections_[session]->send(block);
  quiet_rounds_ = 0;
}

SpecTarget::Progress PostgresTarget::finished_or_blocked(std::size_t session) {
  PostgresConnection& connection = *connections_[session];
  for (int round = 0; round < kRoundsMax; ++round) {
    if (connection.ready_within(kLookMilliseconds)) return Progress::finished;
    // While that was asked, more may have come in.
    if (is_blocked(session)) {
      return connection.ready_within(0) ? Progress::finished : Progress::blocked;
    }
  }
  return Progress::overdue;
}

SpecTarget::Progress PostgresTarget::finished(std::size_t session) {
  for (int round = 0; round < kRoundsMax; ++round) {
    if (connections_[session]->ready_within(kLookMilliseconds)) return Progress::finished;
  }
  return Progress::overdue;
}

bool PostgresTarget::pass_time() {
  // Those that wait have just been looked at, which took its time.
  return ++quiet_rounds_ < kRoundsMax;
}

void PostgresTarget::cancel(std::size_t session) {
  connections_[session]->cancel();
}

std::optional<SpecResult> PostgresTarget::next_result(std::size_t session) {
  const PostgresResult result = connections_[session]->next_result();
  if (result == nullptr) return std::nullopt;
  switch (PQresultStatus(result.get())) {
    case PGRES_TUPLES_OK:
      return rows_result(result.get());
    case PGRES_FATAL_ERROR:
      return error_result(result.get());
    case PGRES_COMMAND_OK:
    case PGRES_EMPTY_QUERY:
      return SpecResult{};
    default:
      throw ServerError(fmt::format("PostgreSQL server: unexpected result status: {}",
                                    PQresStatus(PQresultStatus(result.get()))));
  }
}

std::vector<std::string> PostgresTarget::take_notices(std::size_t session) {
  return connections_[session]->take_notices();
}

std::vector<std::string> PostgresTarget::take_notifications(std::size_t session) {
  std::vector<std::string> texts;
  for (const auto& notification : connections_[session]->take_notifications()) {
    texts.push_back(fmt::format("NOTIFY \"{}\" with payload \"{}\" from {}", notification.channel,
                                notification.payload, name_of(notification.backend_pid)));
  }
  return texts;
}

bool PostgresTarget::is_blocked(std::size_t session) {
  return connections_[0]->value(
             fmt::format("SELECT pg_catalog.pg_isolation_test_session_is_blocked({}, '{}')",
                         connections_[session]->backend_pid(), pids_)) == "t";
}

std::string PostgresTarget::name_of(int backend_pid) const {
  for (std::size_t n = 1; n < connections_.size(); ++n) {
    if (connections_[n]->backend_pid() == backend_pid) return spec_.sessions[n - 1].name;
  }
  return fmt::format("PID {}", backend_pid);
}

}  // namespace racewindow
