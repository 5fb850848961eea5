// SPDX-License-Identifier: Apache-2.0
#include "sim/store/postgres/connection.h"

#include <fmt/format.h>
#include <poll.h>

#include <array>
#include <cerrno>
#include <utility>

namespace racewindow {

PostgresConnection::PostgresConnection(const std::string& conninfo, const std::string& options) {
  const std::array<const char*, 3> keywords{"dbname", "options", nullptr};
  const std::array<const char*, 3> values{conninfo.c_str(), options.c_str(), nullptr};
  constexpr int kExpandDbname = 1;
  connection_.reset(PQconnectdbParams(keywords.data(), values.data(), kExpandDbname));
  if (PQstatus(connection_.get()) != CONNECTION_OK) fail("connect");
  PQsetNoticeProcessor(
      connection_.get(),
      [](void* notices, const char* message) {
        static_cast<std::vector<std::string>*>(notices)->emplace_back(message);
      },
      &notices_);
}

void PostgresConnection::send(const std::string& sql) {
  if (PQsendQuery(connection_.get(), sql.c_str()) == 0) fail("send");
}

void PostgresConnection::send(std::span<const PostgresCall> calls) {
  PGconn* const to = connection_.get();
  const bool several = calls.size() > 1;
  if (several && PQenterPipelineMode(to) == 0) fail("send");
  for (const PostgresCall& call : calls) {
    std::vector<const char*> values;
    for (const auto& param : call.params) values.push_back(param ? param->c_str() : nullptr);
    constexpr int kText = 0;
    if (PQsendQueryParams(to, call.sql.c_str(), static_cast<int>(values.size()), nullptr,
                          values.data(), nullptr, nullptr, kText) == 0) {
      fail("send");
    }
  }
  if (several && PQpipelineSync(to) == 0) fail("send");
}

bool PostgresConnection::ready_within(int milliseconds) {
  if (PQisBusy(connection_.get()) == 0) return true;
  pollfd socket{PQsocket(connection_.get()), POLLIN, 0};
  const int count = ::poll(&socket, 1, milliseconds);
  if (count < 0 && errno != EINTR) fail("poll");
  if (count > 0 && PQconsumeInput(connection_.get()) == 0) fail("receive");
  return PQisBusy(connection_.get()) == 0;
}

PostgresResult PostgresConnection::next_result() {
  PostgresResult result(PQgetResult(connection_.get()));
  if (PQstatus(connection_.get()) != CONNECTION_OK) fail("receive");
  return result;
}

std::vector<PostgresResult> PostgresConnection::all_results() {
  std::vector<PostgresResult> results;
  const bool several = PQpipelineStatus(connection_.get()) != PQ_PIPELINE_OFF;
  while (true) {
    PostgresResult result = next_result();
    if (result == nullptr) {
      if (!several) return results;
    } else if (PQresultStatus(result.get()) == PGRES_PIPELINE_SYNC) {
      if (PQexitPipelineMode(connection_.get()) == 0) fail("receive");
      return results;
    } else {
      results.push_back(std::move(result));
    }
  }
}

void PostgresConnection::run(const std::string& sql) {
  const PostgresResult result(PQexec(connection_.get(), sql.c_str()));
  const ExecStatusType status = PQresultStatus(result.get());
  if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK) fail(sql);
}

std::string PostgresConnection::value(const std::string& query) {
  const PostgresResult result(PQexec(connection_.get(), query.c_str()));
  if (PQresultStatus(result.get()) != PGRES_TUPLES_OK || PQntuples(result.get()) == 0) fail(query);
  return PQgetvalue(result.get(), 0, 0);
}

void PostgresConnection::cancel() {
  PGcancel* const handle = PQgetCancel(connection_.get());
  std::array<char, 256> error{};
  const bool sent = handle != nullptr && PQcancel(handle, error.data(), error.size()) != 0;
  PQfreeCancel(handle);
  if (!sent) throw ServerError(fmt::format("PostgreSQL server: cancel: {}", error.data()));
}

std::vector<std::string> PostgresConnection::take_notices() {
  return std::exchange(notices_, {});
}

std::vector<PostgresConnection::Notification> PostgresConnection::take_notifications() {
  std::vector<Notification> taken;
  if (PQconsumeInput(connection_.get()) == 0) fail("receive");
  while (PGnotify* const notify = PQnotifies(connection_.get())) {
    taken.push_back({notify->relname, notify->extra, notify->be_pid});
    PQfreemem(notify);
  }
  return taken;
}

void PostgresConnection::fail(const std::string& doing) const {
  const std::string message = PQerrorMessage(connection_.get());
  const std::string first_line = message.substr(0, message.find('\n'));
  throw ServerError(fmt::format("PostgreSQL server: {}: {}", doing, first_line));
}

}  // namespace racewindow
