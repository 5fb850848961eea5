// SPDX-License-Identifier: Apache-2.0
// Advisory locks (PostgreSQL 15 manual, 9.27.10), settings (9.27.1), and which function of the
// store is whose.
#include "sim/sql/functions.h"
#include "sim/sql/settings.h"
#include "sim/store/memory/advisory_call.h"
#include "sim/store/memory/effects.h"

namespace racewindow::memory {
Value Effects::call(Function function, std::span<const Value> args) {
  switch (function) {
    case Function::nextval:
    case Function::currval:
    case Function::setval:
    case Function::lastval:
      return call_sequence(function, args);
    case Function::pg_sleep:
      return sleep(args.front().as_int());
    case Function::pg_backend_pid:
      return Value::int4(backend_pid(command_->session));
    case Function::current_setting:
    case Function::set_config:
      return call_setting(function, args);
    default:
      break;
  }
  const auto wanted = advisory_call(function, args);
  if (!wanted) {
    throw Broken("unsupported", "a function of the store without an implementation was called");
  }
  switch (wanted->kind) {
    case AdvisoryCall::Kind::unlock:
      return unlock(wanted->tag, wanted->mode);
    case AdvisoryCall::Kind::unlock_all:
      storage_->recorder().everything();
      answer([&] {
        storage_->locks().release_session_level(command_->session);
        return std::uint64_t{0};
      });
      return Value::nothing();
    case AdvisoryCall::Kind::lock:
      acquire(wanted->tag, wanted->mode, wanted->level, describe_advisory_lock(wanted->tag));
      return Value::nothing();
    case AdvisoryCall::Kind::try_lock:
      break;
  }
  const std::uint64_t got = answer([&] {
    const LockOwner by = owner(wanted->level);
    const bool taken = storage_->locks().try_acquire(wanted->tag, wanted->mode, by);
    storage_->recorder().lock(wanted->tag,
                              taken ? Recorder::Access::write : Recorder::Access::read);
    return std::uint64_t{taken};
  });
  journal_.meant(got);
  return Value::boolean(got != 0);
}

Value Effects::unlock(const LockTag& tag, LockMode mode) {
  storage_->recorder().lock(tag, Recorder::Access::write);
  const std::uint64_t held = answer([&] {
    return std::uint64_t{storage_->locks().release(tag, mode, command_->session, kSessionLevel)};
  });
  journal_.meant(held);
  if (held == 0 && just_happened_) outcome_->notices.push_back({"WARNING", not_owned(mode)});
  return Value::boolean(held != 0);
}

Value Effects::call_setting(Function function, std::span<const Value> args) {
  const std::string name(args[0].as_text());
  if (function == Function::set_config) {
    const std::string value(args[1].as_text());
    answer([&] {
      storage_->set(command_->session, name, &value, args[2].is_true());
      return std::uint64_t{0};
    });
  }
  return Value::text(shown_value(known_setting(name), storage_->setting(command_->session, name)));
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
