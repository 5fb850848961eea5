// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "sim/store/postgres/connection.h"
#include "sim/store/store.h"

namespace racewindow {

// What a call was answered, in the text form of the protocol: the same for both kinds of store, so
// that two answers can be compared.
struct Answer {
  using Row = std::vector<std::optional<std::string>>;  // nothing: NULL

  std::string sqlstate;  // of an error; empty: there is none
  std::string message;
  std::vector<std::string> columns;
  std::vector<Row> rows;
  std::int64_t affected = 0;
  std::vector<std::string> notices;  // "WARNING:  there is no transaction in progress"

  friend bool operator==(const Answer&, const Answer&) = default;
};

[[nodiscard]] Answer answer_of(const RowSet& rows);
// Requires: it is not `wait`.
[[nodiscard]] Answer answer_of(const Outcome& outcome);
// `results` as PostgresConnection::all_results gives them: of a batch, the last one's rows and the
// sum of what was affected. `notices` as libpq words them.
[[nodiscard]] Answer answer_of(std::span<const PostgresResult> results,
                               std::span<const std::string> notices);

// Where no ORDER BY decides the order of the rows, it is not compared.
void sort_rows(Answer& answer);

// One line: "(1, 'x') (2, NULL), 2 affected", "error 23505: …".
[[nodiscard]] std::string describe(const Answer& answer);

}  // namespace racewindow
