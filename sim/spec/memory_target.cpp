// SPDX-License-Identifier: Apache-2.0
#include "sim/spec/memory_target.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>
#include <utility>

#include "sim/assert.h"
#include "sim/spec/value_text.h"
#include "sim/sql/parse.h"
#include "sim/store/open_store.h"

namespace racewindow {
namespace {

constexpr Timestamp kStart{1'767'225'600'000'000};  // 2026-01-01 00:00 UTC

// Errors after which the server closes the connection.
bool ends_session(std::string_view state) {
  return state == "25P03" || state == "57P01";
}

SpecResult error_result(const SqlError& error) {
  SpecResult result;
  result.kind = SpecResult::Kind::error;
  result.headline =
      fmt::format("{}:  {}", ends_session(error.sqlstate()) ? "FATAL" : "ERROR", error.message());
  result.report = result.headline + "\n";
  return result;
}

SpecResult rows_result(const RowSet& rows) {
  SpecResult result;
  if (rows.columns == nullptr) return result;
  result.kind = SpecResult::Kind::rows;
  result.row_count = rows.row_count;
  for (const OutputColumn& column : *rows.columns) result.columns.push_back(column.name);
  for (const Value& value : rows.cells) result.cells.push_back(value_text(value));
  return result;
}

std::string_view name_of(TransactionCommand::Kind kind) {
  using Kind = TransactionCommand::Kind;
  if (kind == Kind::savepoint) return "SAVEPOINT";
  return kind == Kind::release ? "RELEASE SAVEPOINT" : "ROLLBACK TO SAVEPOINT";
}

}  // namespace

MemoryTarget::MemoryTarget(const Spec& spec)
    : store_(open_store("memory", {}, {IsolationLevel::read_committed, RowOrder::heap})),
      sessions_(spec.sessions.size() + 1) {
  store_->set_time(kStart);
  for (Session& session : sessions_) session.id = store_->open_session();
}

void MemoryTarget::launch(std::size_t session, const std::string& block) {
  Session& launched = sessions_[session];
  launched.next = 0;
  launched.statements.clear();
  // As the server does: nothing of a block is carried out if any of it cannot be parsed.
  const auto parsed = parse(block);
  if (const auto* error = std::get_if<SqlError>(&parsed)) {
    store_->refuse(launched.id);
    reply(launched, error_result(*error));
    return;
  }
  launched.statements = split_statements(block);
  run(session);
  settle();
}

void MemoryTarget::run(std::size_t session) {
  Session& running = sessions_[session];
  while (running.next < running.statements.size() && !running.is_waiting) {
    execute(running, running.statements[running.next]);
    conclude(session);
  }
}

void MemoryTarget::execute(Session& session, const std::string& text) {
  const auto prepared = store_->prepare(session.id, text);
  if (const auto* error = std::get_if<SqlError>(&prepared)) {
    store_->refuse(session.id);
    outcome_.fail(*error);
    return;
  }
  const Statement& statement = *std::get<const Statement*>(prepared);
  if (std::holds_alternative<TransactionCommand>(statement.bound)) {
    execute_command(session, statement);
    return;
  }
  if (session.statements.size() > 1 && session.transaction == Transaction::none) {
    if (!call_hidden(session, "BEGIN")) return;
    session.transaction = Transaction::implicit;
  }
  call_store(session, statement);
}

void MemoryTarget::execute_command(Session& session, const Statement& statement) {
  using Kind = TransactionCommand::Kind;
  const Kind kind = std::get<TransactionCommand>(statement.bound).kind;
  const bool implicit = session.transaction == Transaction::implicit;
  switch (kind) {
    case Kind::begin:
      // BEGIN makes the transaction of the block one that outlives it.
      if (implicit) {
        outcome_.clear();
      } else {
        call_store(session, statement);
      }
      session.transaction = Transaction::in_block;
      return;
    case Kind::commit:
    case Kind::rollback:
      call_store(session, statement);
      if (implicit) {
        outcome_.notices.push_back({"WARNING", "there is no transaction in progress"});
      }
      session.transaction = Transaction::none;
      return;
    case Kind::savepoint:
    case Kind::release:
    case Kind::rollback_to:
      if (implicit) {
        outcome_.fail(
            {"25P01", fmt::format("{} can only be used in transaction blocks", name_of(kind))});
        return;
      }
      break;
    case Kind::set_modes:
      break;
  }
  call_store(session, statement);
}

void MemoryTarget::call_store(Session& session, const Statement& statement) {
  const Call call{&statement, {}};
  outcome_.clear();
  store_->execute(session.id, {&call, 1}, outcome_);
}

bool MemoryTarget::call_hidden(Session& session, std::string_view command) {
  call_store(session, *std::get<const Statement*>(store_->prepare(session.id, command)));
  return outcome_.status == Outcome::Status::rows;
}

void MemoryTarget::conclude(std::size_t session) {
  Session& concluded = sessions_[session];
  std::vector<std::string>& notices = arrival_of_notices(concluded);
  for (const Notice& notice : outcome_.notices) {
    notices.push_back(fmt::format("{}:  {}\n", notice.severity, notice.message));
  }
  concluded.is_waiting = outcome_.status == Outcome::Status::wait;
  if (concluded.is_waiting) {
    concluded.is_blocked = !outcome_.blockers.empty();
    waiting_.push_back(session);
    return;
  }
  const bool failed = outcome_.status == Outcome::Status::error;
  reply(concluded, failed ? error_result(outcome_.error) : rows_result(outcome_.rows));
  ++concluded.next;
  if (failed) concluded.next = concluded.statements.size();
  if (concluded.next < concluded.statements.size()) return;
  if (concluded.transaction == Transaction::implicit) {
    const bool ended = call_hidden(concluded, failed ? "ROLLBACK" : "COMMIT");
    if (!ended) concluded.replies.back().result = error_result(outcome_.error);
    concluded.transaction = Transaction::none;
  }
}

std::vector<std::string>& MemoryTarget::arrival_of_notices(Session& session) const {
  // libpq takes in what follows a result up to the next message of another kind: the notices of a
  // command come with the result before it, those of a query after its head, with its own.
  const bool is_query = outcome_.rows.width() > 0;
  if (session.replies.empty() || (!is_query && session.replies.size() == 1)) {
    return session.notices;
  }
  return is_query ? session.notices_coming : session.replies.back().notices;
}

void MemoryTarget::reply(Session& session, SpecResult result) {
  session.replies.push_back({std::move(result), std::exchange(session.notices_coming, {})});
}

void MemoryTarget::settle() {
  for (std::size_t n = 0; n < waiting_.size();) {
    const std::size_t session = waiting_[n];
    if (store_->waiting(sessions_[session].id) != Wait::ready) {
      ++n;
      continue;
    }
    waiting_.erase(waiting_.begin() + static_cast<std::ptrdiff_t>(n));
    store_->resume(sessions_[session].id, outcome_);
    conclude(session);
    run(session);
    n = 0;
  }
}

bool MemoryTarget::pass_time() {
  std::vector<SessionId> victims;
  store_->deadlock_victims(victims);
  if (!victims.empty()) {
    // Time stood still while they came to wait: of timers equally long, the first to start is due.
    const auto first = std::ranges::find_if(waiting_, [&](std::size_t n) {
      return std::ranges::find(victims, sessions_[n].id) != victims.end();
    });
    RW_ASSERT(first != waiting_.end(), "a victim waits");
    end_wait(*first, {"40P01", "deadlock detected"});
    return true;
  }
  const std::optional<Timestamp> timer = store_->next_timer();
  if (!timer) return false;
  store_->set_time(*timer);
  settle();
  return true;
}

void MemoryTarget::cancel(std::size_t session) {
  end_wait(session, {"57014", "canceling statement due to user request"});
}

void MemoryTarget::end_wait(std::size_t session, const SqlError& why) {
  std::erase(waiting_, session);
  store_->cancel(sessions_[session].id, why, outcome_);
  conclude(session);
  settle();
}

SpecTarget::Progress MemoryTarget::finished_or_blocked(std::size_t session) {
  while (sessions_[session].is_waiting) {
    if (sessions_[session].is_blocked) return Progress::blocked;
    if (!pass_time()) return Progress::overdue;
  }
  return Progress::finished;
}

SpecTarget::Progress MemoryTarget::finished(std::size_t session) {
  while (sessions_[session].is_waiting) {
    if (!pass_time()) return Progress::overdue;
  }
  return Progress::finished;
}

std::optional<SpecResult> MemoryTarget::next_result(std::size_t session) {
  Session& asked = sessions_[session];
  if (asked.replies.empty()) return std::nullopt;
  Reply first = std::move(asked.replies.front());
  asked.replies.pop_front();
  std::ranges::move(first.notices, std::back_inserter(asked.notices));
  return std::move(first.result);
}

std::vector<std::string> MemoryTarget::take_notices(std::size_t session) {
  return std::exchange(sessions_[session].notices, {});
}

}  // namespace racewindow
