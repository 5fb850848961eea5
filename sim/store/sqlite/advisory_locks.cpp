// SPDX-License-Identifier: Apache-2.0
#include "sim/store/sqlite/advisory_locks.h"

#include <array>
#include <string>
#include <utility>

#include "sim/assert.h"
#include "sim/sql/overloads.h"
#include "sim/store/memory/suspended.h"

namespace racewindow {

using memory::AdvisoryCall;
using memory::Suspended;

AdvisoryLocks::AdvisoryLocks(sqlite3* database) {
  log_.recording = true;
  const std::array<Value, 2> any_keys{Value::int8(0), Value::int8(0)};
  for (const Overload& overload : kOverloads) {
    if (overload.count > any_keys.size()) continue;
    const auto keys = std::span(any_keys).first(overload.count);
    if (!memory::advisory_call(overload.function, keys)) continue;
    registered_.push_back(std::make_unique<Registered>(Registered{this, overload.function}));
    const int code = sqlite3_create_function_v2(
        database, std::string(overload.name).c_str(), static_cast<int>(overload.count), SQLITE_UTF8,
        registered_.back().get(), &AdvisoryLocks::on_call, nullptr, nullptr, nullptr);
    RW_ASSERT(code == SQLITE_OK, "SQLite takes functions while no statement runs");
  }
}

void AdvisoryLocks::close_session(std::uint32_t session) {
  if (locks_.empty()) return;
  cancel(session);
  locks_.release_session_level(session);
}

void AdvisoryLocks::begin(std::uint32_t session, Outcome& outcome) {
  session_ = session;
  outcome_ = &outcome;
  start_ = changes();
  lacks_.reset();
}

void AdvisoryLocks::end() {
  handed_over_.reset();
  has_waited_ = false;
  if (!locks_.empty()) locks_.release_from(session_, 0);
}

bool AdvisoryLocks::suspend(std::span<const Call> calls) {
  if (!lacks_) return false;
  const Wanted wanted = *lacks_;
  if (has_waited_) {
    throw Broken("unsupported",
                 "on sqlite a statement that has waited for one advisory lock cannot wait for " +
                     memory::describe_advisory_lock(wanted.tag));
  }
  undo(start_);
  if (!locks_.wait(wanted.tag, wanted.mode, owner(wanted.level))) {
    outcome_->fail({"40P01", "deadlock detected"});
    return true;
  }
  auto suspended = std::make_shared<Suspended>();
  Hasher hasher;
  for (const Call& call : calls) {
    suspended->statements.push_back(call.statement);
    suspended->params.emplace_back(call.params.begin(), call.params.end());
    hasher.add(call.statement->text);
    for (const Value& value : call.params) value.add_to(hasher);
  }
  suspended->waited_for = wanted.tag;
  suspended->digest = hasher.digest();
  log_.push(session_, suspended_[session_]);
  suspended_[session_] = std::move(suspended);

  outcome_->clear();
  outcome_->status = Outcome::Status::wait;
  outcome_->awaited = memory::describe_advisory_lock(wanted.tag);
  std::vector<std::uint32_t> sessions;
  locks_.blockers(session_, sessions);
  for (const std::uint32_t session : sessions) outcome_->blockers.push_back(SessionId{session});
  return true;
}

Wait AdvisoryLocks::waiting(std::uint32_t session) const {
  if (suspended_[session] == nullptr) return Wait::none;
  return locks_.waiter(session) == nullptr ? Wait::ready : Wait::blocked;
}

std::span<const Call> AdvisoryLocks::resume(std::uint32_t session) {
  resumed_ = suspended_[session];
  forget(session);
  has_waited_ = true;
  calls_.clear();
  for (std::size_t n = 0; n < resumed_->statements.size(); ++n) {
    calls_.push_back({resumed_->statements[n], resumed_->params[n]});
  }
  // It was the last lock that the session was granted, in the mode and for as long as it asked.
  for (const memory::Grant& held : locks_.grants()) {
    if (held.tag == *resumed_->waited_for && held.owner.session == session) {
      handed_over_ = Wanted{held.tag, held.mode, held.owner.level};
    }
  }
  return calls_;
}

void AdvisoryLocks::cancel(std::uint32_t session) {
  locks_.withdraw(session);
  locks_.release_from(session, 0);
  forget(session);
}

void AdvisoryLocks::forget(std::uint32_t session) {
  if (suspended_[session] == nullptr) return;
  log_.push(session, std::move(suspended_[session]));
  suspended_[session] = nullptr;
}

void AdvisoryLocks::deadlock_victims(std::vector<SessionId>& victims) const {
  victims.clear();
  for (std::uint32_t session = 0; session < suspended_.size(); ++session) {
    if (locks_.waiter(session) != nullptr && locks_.deadlocked(session)) {
      victims.push_back(SessionId{session});
    }
  }
}

void AdvisoryLocks::undo(std::size_t changes) {
  while (log_.records.size() > changes) {
    const memory::Undo record = log_.records.back();
    log_.records.pop_back();
    if (record.kind == memory::Undo::Kind::lock) {
      locks_.undo();
    } else {
      suspended_[record.slot] = std::move(log_.suspended.back());
      log_.suspended.pop_back();
    }
  }
}

Digest AdvisoryLocks::digest() const {
  Digest sum;
  for (const memory::Grant& held : locks_.grants()) {
    sum += Hasher(static_cast<std::uint64_t>(held.mode))
               .add(held.tag.a)
               .add(held.tag.b)
               .add(held.owner.session)
               .add(held.owner.level)
               .add(held.count)
               .digest();
  }
  Hasher queue;  // its order counts
  for (const memory::Waiter& waiter : locks_.queue()) {
    queue.add(static_cast<std::uint64_t>(waiter.mode))
        .add(waiter.tag.a)
        .add(waiter.tag.b)
        .add(waiter.owner.session);
  }
  for (std::size_t session = 0; session < suspended_.size(); ++session) {
    if (suspended_[session] != nullptr) queue.add(session).add(suspended_[session]->digest);
  }
  return sum += queue.digest();
}

void AdvisoryLocks::on_call(sqlite3_context* context, int count, sqlite3_value** arguments) {
  const auto* registered = static_cast<const Registered*>(sqlite3_user_data(context));
  std::array<Value, 2> keys;
  for (int n = 0; n < count; ++n) {
    if (sqlite3_value_type(arguments[n]) == SQLITE_NULL) return;  // strict: NULL
    keys[static_cast<std::size_t>(n)] = Value::int8(sqlite3_value_int64(arguments[n]));
  }
  const auto wanted = memory::advisory_call(registered->function,
                                            std::span(keys).first(static_cast<std::size_t>(count)));
  const std::optional<bool> answer = registered->locks->call(*wanted);
  if (!answer) {
    sqlite3_result_error(context, kMustWait.data(), static_cast<int>(kMustWait.size()));
  } else if (wanted->kind == AdvisoryCall::Kind::lock ||
             wanted->kind == AdvisoryCall::Kind::unlock_all) {
    sqlite3_result_text(context, "", 0, SQLITE_STATIC);
  } else {
    sqlite3_result_int(context, *answer ? 1 : 0);
  }
}

std::optional<bool> AdvisoryLocks::call(const AdvisoryCall& wanted) {
  switch (wanted.kind) {
    case AdvisoryCall::Kind::lock:
      if (lock({wanted.tag, wanted.mode, wanted.level})) return true;
      return std::nullopt;
    case AdvisoryCall::Kind::try_lock:
      return locks_.try_acquire(wanted.tag, wanted.mode, owner(wanted.level));
    case AdvisoryCall::Kind::unlock: {
      const bool held = locks_.release(wanted.tag, wanted.mode, session_, wanted.level);
      if (!held) outcome_->notices.push_back({"WARNING", memory::not_owned(wanted.mode)});
      return held;
    }
    case AdvisoryCall::Kind::unlock_all:
      locks_.release_session_level(session_);
      break;
  }
  return true;
}

bool AdvisoryLocks::lock(const Wanted& wanted) {
  if (handed_over_ == wanted) {
    handed_over_.reset();
    return true;
  }
  if (locks_.try_acquire(wanted.tag, wanted.mode, owner(wanted.level))) return true;
  lacks_ = wanted;
  return false;
}

}  // namespace racewindow
