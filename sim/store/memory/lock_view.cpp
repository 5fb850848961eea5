// SPDX-License-Identifier: Apache-2.0
// The rows of pg_locks: the table's and the advisory locks of the moment, whatever the snapshot.
#include <algorithm>
#include <array>
#include <compare>

#include "sim/store/memory/effects.h"

namespace racewindow::memory {
namespace {

// One row, as words of the journal.
using Words = std::array<std::uint64_t, 3>;

Words words_of(const LockTag& tag, LockMode mode, std::uint32_t session, bool granted) {
  return {(static_cast<std::uint64_t>(tag.kind) << 32) | tag.a, tag.b,
          (static_cast<std::uint64_t>(session) << 32) | (static_cast<std::uint64_t>(mode) << 1) |
              static_cast<std::uint64_t>(granted)};
}

// A lock that one session holds in one mode is one row, however often and until when it holds it.
std::vector<Words> rows_of(const LockTable& locks) {
  std::vector<Words> rows;
  const auto add = [&](const auto& entry, bool granted) {
    const LockTag::Kind kind = entry.tag.kind;
    if (kind != LockTag::Kind::relation && kind != LockTag::Kind::advisory) return;
    rows.push_back(words_of(entry.tag, entry.mode, entry.owner.session, granted));
  };
  for (const Grant& held : locks.grants()) add(held, true);
  for (const Waiter& queued : locks.queue()) add(queued, false);
  std::ranges::sort(rows);
  rows.erase(std::ranges::unique(rows).begin(), rows.end());
  return rows;
}

Value integer_of_half(std::uint64_t key, unsigned shift) {
  return Value::oid(static_cast<std::int64_t>((key >> shift) & 0xffff'ffff));
}

}  // namespace

std::string_view lock_mode_name(LockMode mode) {
  constexpr std::string_view kNames[] = {
      "AccessShareLock", "RowShareLock",          "RowExclusiveLock", "ShareUpdateExclusiveLock",
      "ShareLock",       "ShareRowExclusiveLock", "ExclusiveLock",    "AccessExclusiveLock"};
  return kNames[static_cast<std::size_t>(mode)];
}

void Effects::read_locks(std::vector<Value>& cells) {
  storage_->recorder().everything();
  std::vector<Words> rows;
  const std::uint64_t count = answer([&] {
    rows = rows_of(storage_->locks());
    return std::uint64_t{rows.size()};
  });
  rows.resize(count);
  for (Words& row : rows) {
    for (std::uint64_t& word : row) word = answer([&] { return word; });
  }
  cells.assign(rows.size() * kLockColumns, Value());
  for (std::size_t n = 0; n < rows.size(); ++n) {
    const auto [what, key, how] = rows[n];
    const auto cell = [&](LockColumn column) -> Value& {
      return cells[n * kLockColumns + static_cast<std::size_t>(column)];
    };
    const auto a = static_cast<std::uint32_t>(what);
    if (static_cast<LockTag::Kind>(what >> 32) == LockTag::Kind::advisory) {
      cell(LockColumn::locktype) = Value::text("advisory");
      cell(LockColumn::classid) = integer_of_half(key, 32);
      cell(LockColumn::objid) = integer_of_half(key, 0);
      cell(LockColumn::objsubid) = Value::int4(a);
      journal_.meant(what);
    } else {
      cell(LockColumn::locktype) = Value::text("relation");
      cell(LockColumn::relation) = Value::oid(relation_oid(a));
      journal_.meant(storage_->catalog().identity(a));
    }
    journal_.meant(key);
    journal_.meant(how);
    cell(LockColumn::pid) = Value::int4(backend_pid(static_cast<std::uint32_t>(how >> 32)));
    cell(LockColumn::mode) =
        Value::text(lock_mode_name(static_cast<LockMode>((how >> 1) & 0x7fff'ffff)));
    cell(LockColumn::granted) = Value::boolean((how & 1) != 0);
  }
}

}  // namespace racewindow::memory
