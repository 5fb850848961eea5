// SPDX-License-Identifier: Apache-2.0
// Advisory locks (PostgreSQL 15 manual, 9.27.10), settings (9.27.1), and which function of the
// store is whose.
#include <fmt/format.h>

#include "sim/sql/functions.h"
#include "sim/sql/settings.h"
#include "sim/store/memory/effects.h"

namespace racewindow::memory {
namespace {

struct AdvisoryCall {
  LockMode mode = LockMode::exclusive;
  std::uint32_t level = 0;  // of a transaction; else kSessionLevel
  bool only_try = false;
};

AdvisoryCall call_of(Function function) {
  using F = Function;
  switch (function) {
    case F::pg_advisory_lock:
      return {LockMode::exclusive, kSessionLevel, false};
    case F::pg_advisory_lock_shared:
      return {LockMode::share, kSessionLevel, false};
    case F::pg_advisory_xact_lock:
      return {LockMode::exclusive, 0, false};
    case F::pg_advisory_xact_lock_shared:
      return {LockMode::share, 0, false};
    case F::pg_try_advisory_lock:
      return {LockMode::exclusive, kSessionLevel, true};
    case F::pg_try_advisory_lock_shared:
      return {LockMode::share, kSessionLevel, true};
    case F::pg_try_advisory_xact_lock:
      return {LockMode::exclusive, 0, true};
    case F::pg_try_advisory_xact_lock_shared:
      return {LockMode::share, 0, true};
    default:
      throw Broken("unsupported", "a function of the store without an implementation was called");
  }
}

// One bigint and two integers are two spaces of keys.
LockTag tag_of(std::span<const Value> args) {
  if (args.size() == 1) {
    return {LockTag::Kind::advisory, 1, static_cast<std::uint64_t>(args[0].as_int())};
  }
  const auto half = [](const Value& value) {
    return static_cast<std::uint64_t>(static_cast<std::uint32_t>(value.as_int()));
  };
  return {LockTag::Kind::advisory, 2, (half(args[0]) << 32) | half(args[1])};
}

std::string describe(std::span<const Value> args) {
  std::string text = "advisory lock " + std::to_string(args[0].as_int());
  if (args.size() == 2) text += ", " + std::to_string(args[1].as_int());
  return text;
}

}  // namespace

Value Effects::call(Function function, std::span<const Value> args) {
  switch (function) {
    case Function::pg_advisory_unlock:
      return unlock(tag_of(args), LockMode::exclusive);
    case Function::pg_advisory_unlock_shared:
      return unlock(tag_of(args), LockMode::share);
    case Function::pg_advisory_unlock_all:
      answer([&] {
        storage_->locks().release_session_level(command_.session);
        return std::uint64_t{0};
      });
      return Value::nothing();
    case Function::nextval:
    case Function::currval:
    case Function::setval:
    case Function::lastval:
      return call_sequence(function, args);
    case Function::pg_sleep:
      return sleep(args.front().as_int());
    case Function::current_setting:
    case Function::set_config:
      return call_setting(function, args);
    default:
      break;
  }
  const AdvisoryCall wanted = call_of(function);
  const LockTag tag = tag_of(args);
  if (!wanted.only_try) {
    acquire(tag, wanted.mode, wanted.level, describe(args));
    return Value::nothing();
  }
  const std::uint64_t got = answer([&] {
    const LockOwner by = owner(wanted.level);
    return std::uint64_t{storage_->locks().try_acquire(tag, wanted.mode, by)};
  });
  journal_.meant(got);
  return Value::boolean(got != 0);
}

Value Effects::unlock(const LockTag& tag, LockMode mode) {
  const std::uint64_t held = answer([&] {
    return std::uint64_t{storage_->locks().release(tag, mode, command_.session, kSessionLevel)};
  });
  journal_.meant(held);
  if (held == 0 && just_happened_) {
    outcome_->notices.push_back(
        {"WARNING", fmt::format("you don't own a lock of type {}",
                                mode == LockMode::exclusive ? "ExclusiveLock" : "ShareLock")});
  }
  return Value::boolean(held != 0);
}

Value Effects::call_setting(Function function, std::span<const Value> args) {
  const std::string name(args[0].as_text());
  if (function == Function::set_config) {
    const std::string value(args[1].as_text());
    answer([&] {
      storage_->set(command_.session, name, &value, args[2].is_true());
      return std::uint64_t{0};
    });
  }
  return Value::text(shown_value(known_setting(name), storage_->setting(command_.session, name)));
}

// Waits for nobody, but for the time to come.
Value Effects::sleep(std::int64_t microseconds) {
  answer([&] {
    if (!slept_ && microseconds > 0) {
      throw MustWait{{}, "pg_sleep", storage_->time() + Duration{microseconds}};
    }
    slept_ = false;
    return std::uint64_t{0};
  });
  return Value::nothing();
}

}  // namespace racewindow::memory
