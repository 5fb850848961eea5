// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "sim/store/memory/stamp.h"
#include "sim/store/memory/suspended.h"
#include "sim/store/memory/transaction.h"

namespace racewindow::memory {

// How to take one change back. Which fields count depends on the kind.
struct Undo {
  enum class Kind : std::uint8_t {
    version_added,    // heap, slot, number = where it stands among the versions, born = a new row?
    version_dropped,  // heap, slot, number = where it stood in the list of versions
    version_stamped,  // heap, slot, born, died, number = next, as they were
    version_entered,  // heap, slot, number = keys entered before
    sequence,         // slot = which, born = its value, number = whether that was called
    current_value,    // heap = sequence, slot = session, born = its value, died = was there one,
                      // number = which sequence was the last
    transaction,      // slot = session; the copy is on top of `transactions`
    suspended,        // slot = session; what it was is on top of `suspended`
    lock,             // the lock table knows
  } kind = Kind::version_added;
  std::uint32_t heap = 0;
  std::uint32_t slot = 0;
  std::uint32_t number = 0;
  Stamp born = 0;
  Stamp died = 0;
};

// The changes made since the first checkpoint, last one on top. While there is no checkpoint nobody
// can go back, and nothing is recorded.
struct UndoLog {
  bool recording = false;
  std::vector<Undo> records;
  std::vector<Transaction> transactions;
  std::vector<std::shared_ptr<const Suspended>> suspended;

  void push(const Undo& record) {
    if (recording) records.push_back(record);
  }
  void push(std::uint32_t session, const Transaction& before) {
    if (!recording) return;
    transactions.push_back(before);
    records.push_back({Undo::Kind::transaction, 0, session, 0, 0, 0});
  }
  void push(std::uint32_t session, std::shared_ptr<const Suspended> before) {
    if (!recording) return;
    suspended.push_back(std::move(before));
    records.push_back({Undo::Kind::suspended, 0, session, 0, 0, 0});
  }
};

}  // namespace racewindow::memory
