// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "sim/schedule.h"
#include "sim/store/footprint.h"

namespace racewindow {

// A choice with what it does where it is made.
struct Move {
  Choice choice;
  Footprint footprint;
};

// The death of a host strikes from outside, whatever its actors do; an actor only names it.
[[nodiscard]] inline bool kills_host(Choice::Kind kind) {
  return kind == Choice::Kind::crash || kind == Choice::Kind::crash_late ||
         kind == Choice::Kind::vanish || kind == Choice::Kind::vanish_late;
}
// Two choices of one actor can never be swapped, whatever they do.
[[nodiscard]] inline bool same_process(const Choice& a, const Choice& b) {
  const auto of_actor = [](const Choice& choice) {
    return choice.kind != Choice::Kind::time && choice.kind != Choice::Kind::notice &&
           !kills_host(choice.kind);
  };
  return of_actor(a) && of_actor(b) && a.actor == b.actor;
}
[[nodiscard]] inline bool dependent(const Move& a, const Move& b) {
  return same_process(a.choice, b.choice) || dependent(a.footprint, b.footprint);
}

// Whether `first` is a weak initial of the sequence: it, or something that leads to the same, can
// come first (Abdulla, Aronis, Jonsson, Sagonas, JACM 64(4), 2017, definition 4.3). Either its
// choice is in the sequence and nothing before it there stands in its way, or it is independent of
// all that is there. `position`: where in the sequence it is, or its length.
struct WeakInitial {
  bool is = false;
  std::size_t position = 0;
};
[[nodiscard]] WeakInitial weak_initial(const Move& first, std::span<const Move> sequence);

// Sequences of choices yet to be explored from one choice point, in order (the same paper, section
// 6): an ordered tree whose branches share prefixes up to swaps of independent moves.
class WakeupTree {
 public:
  struct Branch {
    Move move;
    std::vector<Branch> below;
  };

  [[nodiscard]] bool empty() const { return branches_.empty(); }
  [[nodiscard]] const Branch& front() const { return branches_.front(); }
  [[nodiscard]] bool has(const Choice& choice) const;
  // What it does is not known yet: it could be anything.
  void add(const Choice& choice);
  // What is to be explored after the first branch's move; the branch keeps nothing.
  [[nodiscard]] WakeupTree take_below_front();
  void pop_front() { branches_.erase(branches_.begin()); }
  // Adds the sequence unless what is there leads to the same. The first branch is being explored,
  // and does not count. Returns whether it was added. Requires: the sequence is not empty.
  bool insert(std::span<const Move> sequence);

 private:
  std::vector<Branch> branches_;
};

}  // namespace racewindow
