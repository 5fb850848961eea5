// SPDX-License-Identifier: Apache-2.0
#include "sim/store/memory/advisory_call.h"

#include <fmt/format.h>

namespace racewindow::memory {
namespace {

// One bigint and two integers are two spaces of keys.
constexpr std::uint32_t kOneKey = 1;
constexpr std::uint32_t kTwoKeys = 2;

LockTag tag_of(std::span<const Value> args) {
  if (args.empty()) return {LockTag::Kind::advisory, 0, 0};
  if (args.size() == 1) {
    return {LockTag::Kind::advisory, kOneKey, static_cast<std::uint64_t>(args[0].as_int())};
  }
  const auto half = [](const Value& value) {
    return static_cast<std::uint64_t>(static_cast<std::uint32_t>(value.as_int()));
  };
  return {LockTag::Kind::advisory, kTwoKeys, (half(args[0]) << 32) | half(args[1])};
}

}  // namespace

std::optional<AdvisoryCall> advisory_call(Function function, std::span<const Value> args) {
  using F = Function;
  using Kind = AdvisoryCall::Kind;
  const LockTag tag = tag_of(args);
  switch (function) {
    case F::pg_advisory_lock:
      return AdvisoryCall{Kind::lock, tag, LockMode::exclusive, kSessionLevel};
    case F::pg_advisory_lock_shared:
      return AdvisoryCall{Kind::lock, tag, LockMode::share, kSessionLevel};
    case F::pg_advisory_xact_lock:
      return AdvisoryCall{Kind::lock, tag, LockMode::exclusive, 0};
    case F::pg_advisory_xact_lock_shared:
      return AdvisoryCall{Kind::lock, tag, LockMode::share, 0};
    case F::pg_try_advisory_lock:
      return AdvisoryCall{Kind::try_lock, tag, LockMode::exclusive, kSessionLevel};
    case F::pg_try_advisory_lock_shared:
      return AdvisoryCall{Kind::try_lock, tag, LockMode::share, kSessionLevel};
    case F::pg_try_advisory_xact_lock:
      return AdvisoryCall{Kind::try_lock, tag, LockMode::exclusive, 0};
    case F::pg_try_advisory_xact_lock_shared:
      return AdvisoryCall{Kind::try_lock, tag, LockMode::share, 0};
    case F::pg_advisory_unlock:
      return AdvisoryCall{Kind::unlock, tag, LockMode::exclusive, kSessionLevel};
    case F::pg_advisory_unlock_shared:
      return AdvisoryCall{Kind::unlock, tag, LockMode::share, kSessionLevel};
    case F::pg_advisory_unlock_all:
      return AdvisoryCall{Kind::unlock_all, tag, LockMode::exclusive, kSessionLevel};
    default:
      return std::nullopt;
  }
}

std::string describe_advisory_lock(const LockTag& tag) {
  if (tag.a == kOneKey) {
    return fmt::format("advisory lock {}", static_cast<std::int64_t>(tag.b));
  }
  return fmt::format("advisory lock {}, {}", static_cast<std::int32_t>(tag.b >> 32),
                     static_cast<std::int32_t>(tag.b & 0xffff'ffff));
}

std::string not_owned(LockMode mode) {
  return fmt::format("you don't own a lock of type {}", lock_mode_name(mode));
}

}  // namespace racewindow::memory
