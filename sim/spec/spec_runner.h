// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "sim/spec/spec.h"
#include "sim/spec/spec_target.h"

namespace racewindow {

// A permutation could not be carried out to its end: what() says why, its lines ended, and text()
// is what was printed until then.
class SpecStopped : public std::runtime_error {
 public:
  SpecStopped(std::string text, const std::string& message)
      : std::runtime_error(message), text_(std::move(text)) {}
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  std::string text_;
};

// A step waits for ever, and was not to be cancelled.
class SpecStuck : public SpecStopped {
 public:
  using SpecStopped::SpecStopped;
};

// What isolationtester prints before the first permutation: steps never used, number of sessions.
[[nodiscard]] std::string spec_head(const Spec& spec);

// Runs permutations as PostgreSQL 15's isolationtester does, and gives what it prints, byte for
// byte. Its rules: a step is launched as soon as its session is free, whatever its markers say. It
// is waiting if it cannot finish at once; each further launch is followed by a look at those that
// wait, in the order of their launch. Markers hold back the report only.
class SpecRunner {
 public:
  // What becomes of a step that waits for ever: isolationtester cancels it after 300 seconds.
  enum class Overdue { cancel, stop };

  // Both must outlive the runner.
  SpecRunner(const Spec& spec, SpecTarget& target, Overdue overdue = Overdue::cancel);

  // Setup, steps, teardown. Throws SpecStopped, and what the target throws; the target's sessions
  // are then where they were.
  [[nodiscard]] std::string run(const Permutation& permutation);

 private:
  // A step that was launched and whose completion has not been reported yet.
  struct Active {
    const PermutationStep* step = nullptr;
    std::vector<std::size_t> notices_due;  // per blocker: the count that releases it
  };
  enum class Patience { until_blocked, until_finished };

  void set_up();
  void tear_down();
  void launch(const PermutationStep& step);
  void await_free(std::size_t session);
  // Whether the session's step has been reported as completed; if not, it goes on being active.
  bool try_complete(std::size_t session, bool first, Patience patience);
  void try_complete_waiting(Patience patience);
  [[nodiscard]] bool is_held_back(const Active& active) const;
  SpecTarget::Progress await(std::size_t session, Patience patience);
  void print_results(std::size_t session);
  // Prints the rows of the last statement; the report of the error, or nothing.
  std::string run_block(std::size_t session, const SqlBlock& block);
  void print_notices(std::size_t session);
  [[nodiscard]] const SpecStep& step_of(const Active& active) const;
  [[noreturn]] void stop(const std::string& message);

  const Spec& spec_;
  SpecTarget& target_;
  Overdue overdue_;
  // By session of the target: number 0 is the control session, and stays empty.
  std::vector<Active> active_;
  std::vector<std::size_t> notice_counts_;
  std::vector<std::size_t> waiting_;  // sessions, in the order of their steps' launch
  std::string out_;
};

}  // namespace racewindow
