// SPDX-License-Identifier: Apache-2.0
#include "sim/store/memory/heap.h"

#include <algorithm>

namespace racewindow::memory {

std::uint32_t Heap::add(std::span<const Value> row, const Digest& digest, Stamp born,
                        std::uint32_t origin) {
  std::uint32_t slot;
  if (free_.empty()) {
    slot = static_cast<std::uint32_t>(slots_.size());
    slots_.emplace_back();
    cells_.insert(cells_.end(), row.begin(), row.end());
  } else {
    slot = free_.back();
    free_.pop_back();
    std::copy(row.begin(), row.end(), cells_.begin() + static_cast<std::ptrdiff_t>(slot * width_));
  }
  slots_[slot] = {born, kNever, digest, kNone, origin, static_cast<std::uint32_t>(present_.size())};
  present_.push_back(slot);
  log_->push({Undo::Kind::version_added, index_, slot, 0, 0, 0});
  return slot;
}

void Heap::stamp(std::uint32_t slot, Stamp born, Stamp died, std::uint32_t next) {
  Version& version = slots_[slot];
  log_->push({Undo::Kind::version_stamped, index_, slot, version.next, version.born, version.died});
  version.born = born;
  version.died = died;
  version.next = next;
}

void Heap::drop(std::uint32_t slot) {
  log_->push({Undo::Kind::version_dropped, index_, slot, slots_[slot].position, 0, 0});
  remove_from_present(slot);
  if (!log_->recording) free_.push_back(slot);
}

// The last version takes the place of the one that goes.
void Heap::remove_from_present(std::uint32_t slot) {
  const std::uint32_t position = slots_[slot].position;
  const std::uint32_t last = present_.back();
  present_[position] = last;
  slots_[last].position = position;
  present_.pop_back();
}

void Heap::free(std::uint32_t slot) {
  if (slot + 1 == slots_.size()) {
    slots_.pop_back();
    cells_.resize(cells_.size() - width_);
  } else {
    free_.push_back(slot);
  }
}

void Heap::undo(const Undo& record) {
  switch (record.kind) {
    case Undo::Kind::version_added:
      remove_from_present(record.slot);
      free(record.slot);
      break;
    case Undo::Kind::version_dropped: {
      // The inverse of remove_from_present.
      if (record.number == present_.size()) {
        present_.push_back(record.slot);
      } else {
        const std::uint32_t moved = present_[record.number];
        slots_[moved].position = static_cast<std::uint32_t>(present_.size());
        present_.push_back(moved);
        present_[record.number] = record.slot;
      }
      slots_[record.slot].position = record.number;
      break;
    }
    case Undo::Kind::version_stamped: {
      Version& version = slots_[record.slot];
      version.born = record.born;
      version.died = record.died;
      version.next = record.number;
      break;
    }
    case Undo::Kind::sequence:
    case Undo::Kind::transaction:
      break;  // not of a heap
  }
}

}  // namespace racewindow::memory
