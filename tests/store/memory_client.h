// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "sim/store/memory/memory_store.h"

namespace racewindow {

// A memory store and what its sessions are told, as text: the rows ("1 'a'; 2 'b'"), or the number
// of rows affected where a statement returns none ("2"), or an error with its message
// ("23505 duplicate key …"), or what is broken ("unsupported: …"), or whom it waits for
// ("waits for 1: transaction", sessions by number). A session that waits only goes on: whatever it
// is asked to run, it says "waits", or what came of what it waited for.
class MemoryClient {
 public:
  explicit MemoryClient(const std::vector<std::string>& setup) : store_(make_memory_store(setup)) {}

  [[nodiscard]] Store& store() { return *store_; }
  [[nodiscard]] SessionId open() { return store_->open_session(); }

  std::string run(SessionId session, const std::string& sql,
                  const std::vector<Value>& params = {}) {
    return batch(session, {sql}, params);
  }
  // In a session of its own.
  std::string run(const std::string& sql, const std::vector<Value>& params = {}) {
    const SessionId session = open();
    std::string answer = run(session, sql, params);
    store_->close_session(session, CloseHow::cleanly);
    return answer;
  }
  // Every statement gets all parameters.
  std::string batch(SessionId session, const std::vector<std::string>& statements,
                    const std::vector<Value>& params = {}) {
    try {
      if (store_->waiting(session) != Wait::none) return go_on(session);
      std::vector<Call> calls;
      for (const std::string& sql : statements) {
        const auto prepared = store_->prepare(sql);
        if (const auto* error = std::get_if<SqlError>(&prepared)) return text(*error);
        calls.push_back({std::get<const Statement*>(prepared), params});
      }
      store_->execute(session, calls, outcome_);
      return text(outcome_);
    } catch (const Broken& broken) {
      return broken.kind() + ": " + broken.message();
    }
  }
  // A waiting session's statement, if it can go on.
  std::string go_on(SessionId session) {
    if (store_->waiting(session) == Wait::blocked) return "waits";
    store_->resume(session, outcome_);
    return text(outcome_);
  }
  // What a fresh session sees.
  std::string look(const std::string& sql) {
    RowSet rows;
    store_->look(*std::get<const Statement*>(store_->prepare(sql)), rows);
    return text(rows);
  }
  // All rows of all tables, as a fresh session sees them.
  std::string content() {
    std::string all;
    for (const auto& table : store_->catalog().tables()) {
      all += table->name + ": " + look("SELECT * FROM " + table->name) + "\n";
    }
    return all;
  }
  // Of the last call.
  [[nodiscard]] const Outcome& outcome() const { return outcome_; }

 private:
  static std::string text(const Outcome& outcome) {
    if (outcome.status == Outcome::Status::error) return text(outcome.error);
    if (outcome.status == Outcome::Status::wait) {
      std::string all = "waits for";
      for (const SessionId blocker : outcome.blockers) {
        all += " " + std::to_string(static_cast<std::uint32_t>(blocker));
      }
      return all + ": " + outcome.awaited;
    }
    if (outcome.rows.columns == nullptr) return std::to_string(outcome.affected);
    return text(outcome.rows);
  }
  static std::string text(const SqlError& error) {
    return error.sqlstate() + " " + error.message();
  }
  static std::string text(const RowSet& rows) {
    std::string all;
    for (std::size_t n = 0; n < rows.row_count; ++n) {
      if (n > 0) all += "; ";
      for (std::size_t at = 0; at < rows.width(); ++at) {
        all += (at > 0 ? " " : "") + to_literal(rows.row(n)[at]);
      }
    }
    return all;
  }

  std::unique_ptr<Store> store_;
  Outcome outcome_;
};

}  // namespace racewindow
