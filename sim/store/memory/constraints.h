// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sim/sql/catalog.h"
#include "sim/sql/error.h"
#include "sim/sql/eval.h"
#include "sim/store/memory/storage.h"

namespace racewindow::memory {

// What stands in the way of a new row with a given key.
struct KeyConflict {
  enum class Kind : std::uint8_t {
    none,
    duplicate,  // `slot` has the key
    open,       // whether `slot` has the key is for another session's transaction to decide
  } kind = Kind::none;
  std::uint32_t slot = kNone;
};

// The constraints of one table, in the order PostgreSQL checks them: NOT NULL by column, CHECK by
// name, unique keys with the primary key first. The errors are made once: a violation is an
// everyday answer, and costs no exception and no formatting.
class Constraints {
 public:
  explicit Constraints(const Table& table);

  // NOT NULL and CHECK; null when the row violates none. `base` is what expressions see.
  [[nodiscard]] const SqlError* check_row(std::span<const Value> row,
                                          const EvalContext& base) const;

  struct Key {
    const UniqueKey* key = nullptr;
    SqlError duplicate;
    std::size_t position = 0;          // among the table's keys, as versions count them
    std::vector<std::size_t> depends;  // columns of its predicate and expressions
    // Whether an update of these columns can change the key, or whether a partial index has it.
    [[nodiscard]] bool touched_by(const std::vector<Assignment>& assignments) const;
  };
  [[nodiscard]] const std::vector<Key>& keys() const { return keys_; }
  // How strongly an update from one row to the other locks it: others may refer to a row by its
  // keys, so changing one is as much as deleting the row (manual, 13.3.2).
  [[nodiscard]] RowLock strength_of_update(std::span<const Value> before,
                                           std::span<const Value> after) const;

 private:
  struct NotNull {
    std::size_t column = 0;
    SqlError violated;
  };
  struct Condition {
    const Check* check = nullptr;
    SqlError violated;
  };
  std::vector<NotNull> not_null_;
  std::vector<Condition> checks_;
  std::vector<Key> keys_;
};

// Looks for a version with the same key, other than `except`, whatever snapshots see: uniqueness is
// judged on the newest data. A NULL in the key conflicts with nothing.
// A partial index has only rows for which its predicate is true; `base` is what that sees.
[[nodiscard]] KeyConflict find_conflict(const Constraints::Key& key, const Heap& heap,
                                        std::span<const Value> row, const EvalContext& base,
                                        std::uint32_t session, std::uint32_t except);

}  // namespace racewindow::memory
