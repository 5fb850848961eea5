// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/explore.h"

namespace racewindow {

struct ChildPage;  // memory that a child shares with its parent

// A child's way to its parent.
class ChildLink {
 public:
  ChildLink(ChildPage& page, int descriptor) : page_(&page), descriptor_(descriptor) {}
  // One message; it has no line break in it.
  void send(std::string_view line);
  void publish(const Progress& progress);

 private:
  ChildPage* page_;
  int descriptor_;
};

struct ChildEnd {
  enum class How {
    finished,        // the work returned
    failed,          // it threw: a bug of the simulator; `error` says which
    hung,            // an actor's body kept control, or nothing moved, for too long
    killed,          // by the signal `signal`
    stack_overflow,  // an actor ran out of stack
    interrupted,     // SIGINT or SIGTERM reached this program
  } how = How::finished;
  std::vector<std::string> messages;  // all that it sent before its end
  std::string error;
  int signal = 0;
  // Which actor's body had control, if any, and what it had been answered last.
  std::string actor;
  std::string step;
};

struct ChildOptions {
  // Of the child's own time (processor and sleep, so that a busy machine is no hang) that an
  // actor's body may keep control; ten times as much where no actor has control and no progress is
  // published.
  double hang_seconds = 10;
  std::function<void(const Progress&)> on_tick;  // about ten times a second, in the parent
};

// Runs `work` in a child process and waits for its end. The child inherits everything as it is now
// and leaves nothing behind; it dies with its parent.
[[nodiscard]] ChildEnd run_in_child(const std::function<void(ChildLink&)>& work,
                                    const ChildOptions& options);

// While one lives, SIGINT and SIGTERM are remembered instead of ending the process; a second one
// ends it.
class InterruptGuard {
 public:
  InterruptGuard();
  ~InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;
  [[nodiscard]] static bool interrupted();
};

}  // namespace racewindow
