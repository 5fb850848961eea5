// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sim/spec/spec.h"
#include "sim/spec/spec_target.h"
#include "sim/store/postgres/connection.h"

namespace racewindow {

// The sessions of a spec as connections to a PostgreSQL 15 server, with pg_regress's settings. What
// a session waits for is found out as isolationtester does it, by
// pg_isolation_test_session_is_blocked, whenever nothing has come in for 10 ms.
class PostgresTarget : public SpecTarget {
 public:
  // Throws ServerError, as the methods do.
  PostgresTarget(const Spec& spec, const std::string& conninfo);

  void launch(std::size_t session, const std::string& block) override;
  [[nodiscard]] Progress finished_or_blocked(std::size_t session) override;
  [[nodiscard]] Progress finished(std::size_t session) override;
  [[nodiscard]] bool pass_time() override;
  void cancel(std::size_t session) override;
  [[nodiscard]] std::optional<SpecResult> next_result(std::size_t session) override;
  [[nodiscard]] std::vector<std::string> take_notices(std::size_t session) override;
  [[nodiscard]] std::vector<std::string> take_notifications(std::size_t session) override;

 private:
  [[nodiscard]] bool is_blocked(std::size_t session);
  [[nodiscard]] std::string name_of(int backend_pid) const;

  const Spec& spec_;
  std::vector<std::unique_ptr<PostgresConnection>> connections_;  // by session
  std::string pids_;                                              // of the spec's sessions, "{1,2}"
  int quiet_rounds_ = 0;  // of pass_time() since the last launch
};

}  // namespace racewindow
