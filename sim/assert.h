// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>
#include <string>

namespace racewindow {

// A bug of the simulator itself. It reaches the program, which names actor, step and replay line as
// far as they are known and exits with 70; it is never a verdict.
class InternalError : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

[[noreturn]] inline void internal_error(const char* file, int line, const char* condition,
                                        const std::string& message) {
  throw InternalError(std::string(file) + ":" + std::to_string(line) + ": " + message + " (" +
                      condition + " is false)");
}

}  // namespace racewindow

// Stays on in release builds: a model checker that goes on after a broken assumption proves
// nothing.
#define RW_ASSERT(condition, message)                                          \
  do {                                                                         \
    if (!(condition)) [[unlikely]]                                             \
      ::racewindow::internal_error(__FILE__, __LINE__, #condition, (message)); \
  } while (false)
