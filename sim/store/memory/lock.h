// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstdint>
#include <string_view>

#include "sim/sql/bound.h"

namespace racewindow::memory {

// What a lock is on. PostgreSQL's lock tags (src/include/storage/lock.h), with sessions and
// subtransactions in place of transaction numbers.
struct LockTag {
  enum class Kind : std::uint8_t {
    relation,     // a: table
    transaction,  // a: session, b: subtransaction. Held by the session itself until that ends
    tuple,        // a: table, b: version. The queue of those who wait for the version's row
    row,          // a: table, b: row. Who has locked or changed a row; nobody waits for it, but for
                  // the transaction that did
    name,      // a: 0 (relation) or 1 (schema), b: its hash. Who has created it, and not committed
    advisory,  // a: 1 (one bigint) or 2 (two integers), b: the key
  } kind = Kind::relation;
  std::uint32_t a = 0;
  std::uint64_t b = 0;
  friend constexpr bool operator==(const LockTag&, const LockTag&) = default;
};

// Whether two modes exclude each other (PostgreSQL 15 manual, table 13.2).
[[nodiscard]] bool conflict(LockMode a, LockMode b);
// The mode that stands for a row lock (table 13.3 is a part of table 13.2).
[[nodiscard]] LockMode row_lock_mode(RowLock strength);
// "ExclusiveLock"
[[nodiscard]] std::string_view lock_mode_name(LockMode mode);

inline constexpr std::uint32_t kSessionLevel = ~std::uint32_t{0};

// Who holds or wants a lock, and until when it is held.
struct LockOwner {
  std::uint32_t session = 0;
  std::uint32_t level = 0;  // depth of the subtransaction that it ends with; kSessionLevel: none
  std::uint32_t subtransaction = 0;  // which one of the transaction took it
};

struct Grant {
  LockTag tag;
  LockMode mode = LockMode::access_share;
  LockOwner owner;
  std::uint32_t count = 1;  // how many times it was taken at this level
};

struct Waiter {
  LockTag tag;
  LockMode mode = LockMode::access_share;
  LockOwner owner;
};

}  // namespace racewindow::memory
