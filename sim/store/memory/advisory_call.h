// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "sim/sql/bound.h"
#include "sim/sql/value.h"
#include "sim/store/memory/lock.h"

namespace racewindow::memory {

// What a call of an advisory lock function asks for (PostgreSQL 15 manual, 9.27.10).
struct AdvisoryCall {
  enum class Kind : std::uint8_t { lock, try_lock, unlock, unlock_all } kind = Kind::lock;
  LockTag tag;
  LockMode mode = LockMode::exclusive;
  std::uint32_t level = kSessionLevel;  // 0: of the transaction
};

// Nothing: the function is none of them. Requires: no argument is NULL.
[[nodiscard]] std::optional<AdvisoryCall> advisory_call(Function function,
                                                        std::span<const Value> args);
// "advisory lock 42"
[[nodiscard]] std::string describe_advisory_lock(const LockTag& tag);
// "you don't own a lock of type ExclusiveLock"
[[nodiscard]] std::string not_owned(LockMode mode);

}  // namespace racewindow::memory
