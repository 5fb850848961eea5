// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "sim/digest.h"

namespace racewindow {

// Open-addressing map from digests to small values, for state caches: no allocation per entry, no
// removal, and no way to iterate, so that its order can reach no result. Digests are already
// uniform, so their low bits are the hash. Grows at 5/8 full; amortised constant time.
template <class T>
class DigestMap {
 public:
  DigestMap() : slots_(kInitial) {}

  // The value of the key, inserted as `value` when it is new; and whether it was new.
  // The pointer is valid until the next insertion.
  std::pair<T*, bool> insert(const Digest& key, const T& value) {
    if ((size_ + 1) * 8 > slots_.size() * 5) grow();
    Slot& slot = find_slot(slots_, key);
    if (slot.used) return {&slot.value, false};
    slot.key = key;
    slot.value = value;
    slot.used = true;
    ++size_;
    return {&slot.value, true};
  }

  // null where there is none.
  [[nodiscard]] T* find(const Digest& key) {
    Slot& slot = find_slot(slots_, key);
    return slot.used ? &slot.value : nullptr;
  }

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] std::size_t bytes() const { return slots_.size() * sizeof(Slot); }

 private:
  struct Slot {
    Digest key;
    T value{};
    bool used = false;
  };
  static constexpr std::size_t kInitial = 64;

  static Slot& find_slot(std::vector<Slot>& slots, const Digest& key) {
    const std::size_t mask = slots.size() - 1;
    std::size_t at = key.lo & mask;
    while (slots[at].used && slots[at].key != key) at = (at + 1) & mask;
    return slots[at];
  }

  void grow() {
    std::vector<Slot> larger(slots_.size() * 2);
    for (Slot& slot : slots_) {
      if (slot.used) find_slot(larger, slot.key) = std::move(slot);
    }
    slots_ = std::move(larger);
  }

  std::vector<Slot> slots_;
  std::size_t size_ = 0;
};

}  // namespace racewindow
