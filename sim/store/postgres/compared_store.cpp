// SPDX-License-Identifier: Apache-2.0
#include "sim/store/postgres/compared_store.h"

#include <fmt/format.h>

#include <algorithm>

#include "sim/assert.h"

namespace racewindow {
namespace {

constexpr int kLookMilliseconds = 2;
constexpr int kLooksMax = 10'000 / kLookMilliseconds;
// A statement that was let go on is blocked for a moment by one that was let go on with it.
constexpr int kBlockedLooksMax = 50;
constexpr std::string_view kLockNotAvailable = "55P03";
constexpr const char* kHeldBack = "a statement that can go on is held back";

bool shows_server_time(const Statement& statement) {
  if (!statement.uses_clock) return false;
  std::string text = statement.text;
  std::transform(text.begin(), text.end(), text.begin(),
                 [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c; });
  return text.find("CURRENT_TIMESTAMP") != std::string::npos;
}

// As a parameter of either protocol; the server finds out its type as memory did.
std::optional<std::string> parameter(const Value& value) {
  if (value.is_null()) return std::nullopt;
  return to_text(value);
}

}  // namespace

ComparedStore::~ComparedStore() {
  // What is blocked may wait for what is not, never the other way round.
  for (const bool busy : {true, false}) {
    for (auto& [id, at] : sessions_) {
      if (at.session == nullptr || at.busy != busy) continue;
      try {
        if (busy) {
          server_->drop(std::move(at.session));
        } else {
          server_->close(std::move(at.session));
        }
      } catch (const ServerError&) {  // it is gone: whoever asks next is told
      }
    }
  }
}

const Capabilities& ComparedStore::capabilities() const {
  static const Capabilities kForwardOnly{"memory", true, false};
  return kForwardOnly;
}

std::variant<const Statement*, SqlError> ComparedStore::prepare(std::optional<SessionId> session,
                                                                std::string_view sql) {
  auto prepared = memory_->prepare(session, sql);
  if (const auto* error = std::get_if<SqlError>(&prepared)) {
    refused_ = sql;
    refused_with_ = *error;
  }
  return prepared;
}

void ComparedStore::restore(Mark) {
  RW_ASSERT(false, "a server does not go back");
}

void ComparedStore::set_time(Timestamp now) {
  now_ = now;
  memory_->set_time(now);
}

ComparedStore::OnServer& ComparedStore::on_server(SessionId session) {
  OnServer& at = sessions_[session];
  if (at.session == nullptr) at.session = server_->open();
  return at;
}

std::ptrdiff_t ComparedStore::ready() const {
  return std::count_if(sessions_.begin(), sessions_.end(), [this](const auto& entry) {
    return entry.second.busy && memory_->waiting(entry.first) == Wait::ready;
  });
}

bool ComparedStore::is_waited_for(SessionId session) const {
  return std::any_of(sessions_.begin(), sessions_.end(), [session](const auto& entry) {
    const OnServer& at = entry.second;
    return at.busy &&
           std::find(at.waits_for.begin(), at.waits_for.end(), session) != at.waits_for.end();
  });
}

void ComparedStore::close_session(SessionId session, CloseHow how) {
  if (memory_->waiting(session) == Wait::ready) {
    throw NotReplayable{"a client dies just when its statement can go on"};
  }
  memory_->close_session(session, how);
  const auto found = sessions_.find(session);
  if (found == sessions_.end()) return;
  OnServer at = std::move(found->second);
  sessions_.erase(found);
  if (how == CloseHow::cleanly && !at.busy) {
    server_->close(std::move(at.session));
  } else {
    server_->drop(std::move(at.session));
  }
}

void ComparedStore::begin(SessionId session, std::span<const PostgresCall> calls) {
  OnServer& at = on_server(session);
  at.statement = statements_++;
  at.session->set_time(now_);
  if (victims_->statements.contains(at.statement)) {
    at.session->set_deadlock_timeout(victims_->timeout_ms);
  }
  at.session->connection().send(calls);
  at.busy = true;
}

void ComparedStore::execute(SessionId session, std::span<const Call> calls, Outcome& outcome) {
  if (ready() > 0) throw NotReplayable{kHeldBack};
  raced_ = false;
  memory_->execute(session, calls, outcome);
  if (memory_->next_timer()) throw NotReplayable{"a timeout or pg_sleep of the database runs"};
  std::vector<PostgresCall> sent;
  OnServer& at = on_server(session);
  at.unordered = at.open_choice = false;
  for (const Call& call : calls) {
    const Statement& statement = *call.statement;
    if (shows_server_time(statement)) throw NotReplayable{"CURRENT_TIMESTAMP is asked for"};
    at.unordered = statement.unordered;
    at.open_choice = at.open_choice || statement.open_choice;
    has_defined_ = has_defined_ || is_definition(statement);
    PostgresCall& same = sent.emplace_back(PostgresCall{statement.text, {}});
    for (const Value& value : call.params) same.params.push_back(parameter(value));
  }
  begin(session, sent);
  compare_progress(session, outcome);
}

// Memory has said so already, in prepare().
void ComparedStore::refuse(SessionId session) {
  if (ready() > 0) throw NotReplayable{kHeldBack};
  raced_ = false;
  memory_->refuse(session);
  OnServer& at = on_server(session);
  at.unordered = at.open_choice = false;
  const PostgresCall call{refused_, {}};
  begin(session, {&call, 1});
  Outcome outcome;
  outcome.fail(refused_with_);
  compare_progress(session, outcome);
}

void ComparedStore::resume(SessionId session, Outcome& outcome) {
  raced_ = raced_ || ready() > 1 || is_waited_for(session);
  memory_->resume(session, outcome);
  compare_progress(session, outcome);
}

void ComparedStore::cancel(SessionId session, const SqlError& why, Outcome& outcome) {
  OnServer& at = sessions_.at(session);
  if (!victims_->statements.contains(at.statement)) throw UnforeseenVictim{at.statement};
  memory_->cancel(session, why, outcome);
  if (!at.session->connection().ready_within(2 * victims_->timeout_ms + 1000)) {
    throw VictimTooEarly{};
  }
  compare_progress(session, outcome);
}

ComparedStore::Progress ComparedStore::progress(OnServer& at, bool waits) {
  const int blocked_max = waits ? 1 : kBlockedLooksMax;
  PostgresConnection& connection = at.session->connection();
  int blocked = 0;
  for (int look = 0; look < kLooksMax; ++look) {
    if (connection.ready_within(kLookMilliseconds)) return Progress::answered;
    blocked = server_->is_blocked(*at.session) ? blocked + 1 : 0;
    // While that was asked, more may have come in.
    if (blocked > 0 && connection.ready_within(0)) return Progress::answered;
    if (blocked == blocked_max) return Progress::blocked;
  }
  return Progress::overdue;
}

Answer ComparedStore::take_answer(OnServer& at) {
  const std::vector<PostgresResult> results = at.session->connection().all_results();
  at.busy = false;
  return answer_of(results, at.session->connection().take_notices());
}

void ComparedStore::compare_progress(SessionId session, const Outcome& outcome) {
  OnServer& at = sessions_.at(session);
  const bool waits = outcome.status == Outcome::Status::wait;
  at.waits_for = outcome.blockers;
  const std::string in_memory =
      waits ? describe_waiting(outcome.blockers) : describe(answer_of(outcome));
  switch (progress(at, waits)) {
    case Progress::answered: {
      Answer on_server = take_answer(at);
      if (!waits) {
        Answer expected = answer_of(outcome);
        if (at.unordered) {
          sort_rows(expected);
          sort_rows(on_server);
        }
        if (expected == on_server) return;
      }
      if (at.open_choice) throw NotReplayable{"the server chose other rows, as it may"};
      fail(in_memory, describe(on_server));
    }
    case Progress::blocked: {
      const std::vector<SessionId> seen = blockers(at);
      if (waits && seen == outcome.blockers) return;
      fail(in_memory, describe_waiting(seen));
    }
    case Progress::overdue:
      fail(in_memory, "no answer for 10 seconds");
  }
}

void ComparedStore::fail(std::string in_memory, std::string on_server) const {
  if (raced_) throw ServerChoseAnother{};
  throw StoresDiffer{std::move(in_memory), std::move(on_server)};
}

std::vector<SessionId> ComparedStore::blockers(const OnServer& at) {
  const std::vector<int> pids = server_->blockers(*at.session);
  std::vector<SessionId> found;
  for (const auto& [id, other] : sessions_) {
    if (other.session != nullptr &&
        std::find(pids.begin(), pids.end(), other.session->connection().backend_pid()) !=
            pids.end()) {
      found.push_back(id);
    }
  }
  return found;
}

std::string ComparedStore::describe_waiting(const std::vector<SessionId>& blockers) const {
  std::vector<std::string> names;
  for (const SessionId blocker : blockers) {
    names.push_back(fmt::format("{}", static_cast<std::uint32_t>(blocker)));
  }
  return names.empty() ? "waits" : fmt::format("waits for session {}", fmt::join(names, ", "));
}

bool ComparedStore::compare(const Statement& query) {
  if (ready() > 0) return true;
  RowSet rows;
  memory_->look(query, rows);
  Answer in_memory = answer_of(rows);
  in_memory.affected = static_cast<std::int64_t>(rows.row_count);
  const Answer on_server = server_->look(query.text, now_);
  if (on_server.sqlstate == kLockNotAvailable) return false;
  if (in_memory == on_server) return true;
  fail(describe(in_memory), describe(on_server));
}

}  // namespace racewindow
