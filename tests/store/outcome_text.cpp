// SPDX-License-Identifier: Apache-2.0
#include "tests/store/outcome_text.h"

#include <fmt/format.h>

#include <algorithm>

namespace racewindow {
namespace {

std::string join(std::span<const Value> cells, std::string_view separator) {
  std::string text;
  for (const Value& cell : cells) {
    if (!text.empty()) text += separator;
    text += to_literal(cell);
  }
  return text;
}

std::string rows_text(const RowSet& rows) {
  std::string text;
  for (std::size_t n = 0; n < rows.row_count; ++n) text += join(rows.row(n), " | ") + "\n";
  return text;
}

std::string change_text(const Outcome& outcome, const RowChange& change) {
  const auto row = [&](std::size_t at) {
    return join(std::span(outcome.change_cells).subspan(at, change.table->columns.size()), ", ");
  };
  switch (change.kind) {
    case RowChange::Kind::insert:
      return fmt::format("+ {} ({})\n", change.table->name, row(change.after));
    case RowChange::Kind::update:
      return fmt::format("~ {} ({}) -> ({})\n", change.table->name, row(change.before),
                         row(change.after));
    case RowChange::Kind::remove:
      return fmt::format("- {} ({})\n", change.table->name, row(change.before));
  }
  return "";
}

std::string outcome_text(const Outcome& outcome) {
  if (outcome.status == Outcome::Status::error) return "ERROR " + outcome.error.sqlstate() + "\n";
  std::string text = rows_text(outcome.rows);
  for (const RowChange& change : outcome.changes) text += change_text(outcome, change);
  return text + fmt::format("{} affected\n", outcome.affected);
}

}  // namespace

std::string answer_text(Store& store, std::span<const std::string> statements,
                        std::span<const Value> params) {
  try {
    std::vector<Call> calls;
    for (const std::string& sql : statements) {
      const auto prepared = store.prepare(sql);
      if (const auto* error = std::get_if<SqlError>(&prepared)) {
        return "ERROR " + error->sqlstate() + "\n";
      }
      const auto* statement = std::get<const Statement*>(prepared);
      calls.push_back(
          {statement, params.first(std::min(params.size(), statement->param_types.size()))});
    }
    const SessionId session = store.open_session();
    Outcome outcome;
    store.execute(session, calls, outcome);
    store.close_session(session, CloseHow::cleanly);
    return outcome_text(outcome);
  } catch (const Broken& broken) {
    return "BROKEN " + broken.kind() + "\n";
  }
}

std::string content_text(Store& store) {
  std::string text;
  for (const auto& table : store.catalog().tables()) {
    const auto prepared = store.prepare("SELECT * FROM " + table->name);
    RowSet rows;
    store.look(*std::get<const Statement*>(prepared), rows);
    text += table->name + "\n" + rows_text(rows);
  }
  return text;
}

}  // namespace racewindow
