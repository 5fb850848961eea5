// SPDX-License-Identifier: Apache-2.0
#include "sim/store/memory/timers.h"

#include <string>
#include <string_view>

namespace racewindow::memory {
namespace {

// null: the timer is off.
std::optional<Duration> timeout(const Storage& storage, std::uint32_t session,
                                std::string_view name) {
  const std::int64_t count = std::stoll(storage.setting(session, name));
  return count == 0 ? std::nullopt : std::optional(milliseconds(count));
}

std::optional<Timestamp> after(Timestamp start, const std::optional<Duration>& timeout) {
  return timeout ? std::optional(start + *timeout) : std::nullopt;
}

std::optional<Timestamp> statement_timer(const Storage& storage, std::uint32_t session) {
  return after(storage.suspended(session)->statement_start,
               timeout(storage, session, "statement_timeout"));
}

// Only as long as the lock has not been handed over.
std::optional<Timestamp> lock_timer(const Storage& storage, std::uint32_t session) {
  if (storage.locks().waiter(session) == nullptr) return std::nullopt;
  return after(storage.suspended(session)->wait_start, timeout(storage, session, "lock_timeout"));
}

std::optional<Timestamp> idle_timer(const Storage& storage, std::uint32_t session) {
  const Transaction& transaction = storage.transaction(session);
  if (transaction.state == Transaction::State::idle || transaction.implicit) return std::nullopt;
  return after(transaction.idle_since,
               timeout(storage, session, "idle_in_transaction_session_timeout"));
}

std::optional<Timestamp> earlier(std::optional<Timestamp> a, std::optional<Timestamp> b) {
  if (!a || !b) return a ? a : b;
  return *a < *b ? a : b;
}

}  // namespace

std::optional<Timestamp> next_timer(const Storage& storage, std::uint32_t session) {
  const auto& suspended = storage.suspended(session);
  if (suspended == nullptr) return idle_timer(storage, session);
  return earlier(suspended->until,
                 earlier(statement_timer(storage, session), lock_timer(storage, session)));
}

const SqlError* expired(const Storage& storage, std::uint32_t session) {
  static const SqlError statement("57014", "canceling statement due to statement timeout");
  static const SqlError lock("55P03", "canceling statement due to lock timeout");
  const std::optional<Timestamp> statement_due = statement_timer(storage, session);
  const std::optional<Timestamp> lock_due = lock_timer(storage, session);
  const Timestamp now = storage.time();
  // Of two that are due the earlier one counts; of two at once, the lock's.
  if (lock_due && *lock_due <= now && (!statement_due || *lock_due <= *statement_due)) {
    return &lock;
  }
  return statement_due && *statement_due <= now ? &statement : nullptr;
}

bool idle_too_long(const Storage& storage, std::uint32_t session) {
  if (storage.suspended(session) != nullptr) return false;
  const std::optional<Timestamp> due = idle_timer(storage, session);
  return due && *due <= storage.time();
}

Timestamp deadlock_timer(const Storage& storage, std::uint32_t session) {
  return storage.suspended(session)->wait_start +
         timeout(storage, session, "deadlock_timeout").value_or(Duration{});
}

}  // namespace racewindow::memory
