// SPDX-License-Identifier: Apache-2.0
#include "sim/store/postgres/answer.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <string_view>

namespace racewindow {
namespace {

// Of the command tag; 0 where it has none.
std::int64_t affected_by(PGresult* result) {
  const std::string_view digits = PQcmdTuples(result);
  std::int64_t count = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), count);
  return count;
}

std::string field(const PGresult* result, int code) {
  const char* const text = PQresultErrorField(result, code);
  return text == nullptr ? "" : text;
}

void take_rows(const PGresult* result, Answer& answer) {
  answer.columns.clear();
  answer.rows.clear();
  for (int column = 0; column < PQnfields(result); ++column) {
    answer.columns.emplace_back(PQfname(result, column));
  }
  for (int row = 0; row < PQntuples(result); ++row) {
    Answer::Row& cells = answer.rows.emplace_back();
    for (int column = 0; column < PQnfields(result); ++column) {
      cells.emplace_back();
      if (PQgetisnull(result, row, column) == 0) cells.back() = PQgetvalue(result, row, column);
    }
  }
}

}  // namespace

Answer answer_of(const RowSet& rows) {
  Answer answer;
  if (rows.columns == nullptr) return answer;
  for (const OutputColumn& column : *rows.columns) answer.columns.push_back(column.name);
  for (std::size_t n = 0; n < rows.row_count; ++n) {
    Answer::Row& row = answer.rows.emplace_back();
    for (const Value& value : rows.row(n)) {
      row.emplace_back();
      if (!value.is_null()) row.back() = to_text(value);
    }
  }
  return answer;
}

Answer answer_of(const Outcome& outcome) {
  Answer answer;
  if (outcome.status == Outcome::Status::error) {
    answer.sqlstate = outcome.error.sqlstate();
    answer.message = outcome.error.message();
  } else {
    answer = answer_of(outcome.rows);
    answer.affected = outcome.affected;
  }
  for (const Notice& notice : outcome.notices) {
    answer.notices.push_back(fmt::format("{}:  {}", notice.severity, notice.message));
  }
  return answer;
}

Answer answer_of(std::span<const PostgresResult> results, std::span<const std::string> notices) {
  Answer answer;
  for (const PostgresResult& result : results) {
    if (PQresultStatus(result.get()) == PGRES_FATAL_ERROR) {
      answer = Answer{};
      answer.sqlstate = field(result.get(), PG_DIAG_SQLSTATE);
      answer.message = field(result.get(), PG_DIAG_MESSAGE_PRIMARY);
      break;
    }
    take_rows(result.get(), answer);
    answer.affected += affected_by(result.get());
  }
  for (const std::string& notice : notices) {
    answer.notices.push_back(notice.substr(0, notice.find('\n')));
  }
  return answer;
}

void sort_rows(Answer& answer) {
  std::sort(answer.rows.begin(), answer.rows.end());
}

std::string describe(const Answer& answer) {
  std::string text;
  if (!answer.sqlstate.empty()) {
    text = fmt::format("error {}: {}", answer.sqlstate, answer.message);
  } else if (!answer.columns.empty()) {
    text = fmt::format("{}:", fmt::join(answer.columns, ", "));
    for (const Answer::Row& row : answer.rows) {
      std::vector<std::string> cells;
      for (const auto& cell : row) cells.push_back(cell ? fmt::format("'{}'", *cell) : "NULL");
      text += fmt::format(" ({})", fmt::join(cells, ", "));
    }
    text += fmt::format("; {} affected", answer.affected);
  } else {
    text = fmt::format("{} affected", answer.affected);
  }
  for (const std::string& notice : answer.notices) text += "; " + notice;
  return text;
}

}  // namespace racewindow
