// SPDX-License-Identifier: Apache-2.0
#include "sim/strategies/wakeup_tree.h"

#include <algorithm>
#include <utility>

namespace racewindow {
namespace {

// As a chain of branches, each below the one before it.
WakeupTree::Branch chain(std::span<const Move> sequence) {
  WakeupTree::Branch branch{sequence.front(), {}};
  if (sequence.size() > 1) branch.below.push_back(chain(sequence.subspan(1)));
  return branch;
}

}  // namespace

WeakInitial weak_initial(const Move& first, std::span<const Move> sequence) {
  for (std::size_t n = 0; n < sequence.size(); ++n) {
    if (sequence[n].choice == first.choice) {
      const bool free = std::ranges::none_of(
          sequence.first(n), [&](const Move& before) { return dependent(before, sequence[n]); });
      return {free, n};
    }
    // Of an actor's choices at one point only one can be made.
    if (dependent(first, sequence[n])) return {false, n};
  }
  return {true, sequence.size()};
}

bool WakeupTree::has(const Choice& choice) const {
  return std::ranges::any_of(branches_,
                             [&](const Branch& branch) { return branch.move.choice == choice; });
}

void WakeupTree::add(const Choice& choice) {
  Branch branch{{choice, {}}, {}};
  branch.move.footprint.touch_everything();
  branches_.push_back(std::move(branch));
}

WakeupTree WakeupTree::take_below_front() {
  WakeupTree below;
  below.branches_ = std::exchange(branches_.front().below, {});
  return below;
}

bool WakeupTree::insert(std::span<const Move> sequence) {
  std::vector<Move> left(sequence.begin(), sequence.end());
  std::vector<Branch>* level = &branches_;
  bool at_top = true;
  for (;;) {
    Branch* next = nullptr;
    for (std::size_t n = at_top ? 1 : 0; n < level->size() && next == nullptr; ++n) {
      Branch& branch = (*level)[n];
      const WeakInitial initial = weak_initial(branch.move, left);
      if (!initial.is) continue;
      if (initial.position < left.size()) {
        left.erase(left.begin() + static_cast<std::ptrdiff_t>(initial.position));
      }
      next = &branch;
    }
    if (next == nullptr) {
      level->push_back(chain(left));
      return true;
    }
    if (next->below.empty() || left.empty()) return false;
    level = &next->below;
    at_top = false;
  }
}

}  // namespace racewindow
