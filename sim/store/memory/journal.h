// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "sim/assert.h"
#include "sim/digest.h"

namespace racewindow::memory {

// What the effects of one statement answered, in order. A statement that had to wait runs again
// from its start; what the journal holds it does not do again, but is told as before.
class Journal {
 public:
  // Empty: nothing was done yet.
  void start(std::vector<std::uint64_t> answers) {
    answers_ = std::move(answers);
    next_ = 0;
    digest_ = Hasher();
  }
  void start() {
    answers_.clear();
    next_ = 0;
    digest_ = Hasher();
  }

  // Whether the next effect has yet to happen.
  [[nodiscard]] bool live() const { return next_ == answers_.size(); }
  // The answer of the next effect: recorded, or that of `effect()`, which may throw instead.
  template <class Effect>
  std::uint64_t answer(Effect&& effect) {
    if (live()) answers_.push_back(effect());
    return answers_[next_++];
  }
  // What an answer meant, by content: equal states of a database number rows differently.
  template <class Content>
  void meant(const Content& content) {
    digest_.add(content);
  }

  [[nodiscard]] const std::vector<std::uint64_t>& answers() const { return answers_; }
  [[nodiscard]] Digest digest() const { return digest_.digest(); }

 private:
  std::vector<std::uint64_t> answers_;
  std::size_t next_ = 0;
  Hasher digest_;
};

}  // namespace racewindow::memory
