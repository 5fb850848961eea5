// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "sim/sql/error.h"

namespace racewindow {

// The exception that is being handled: its type, and what it says if it is a std::exception.
// Requires: inside a catch block.
[[nodiscard]] std::string exception_text();

// Calls what the scenario's author wrote, `what` by name. An exception that it lets out is the
// scenario's fault: Broken("exception"). `what` is not looked at before that.
template <class Name, class Call>
auto guarded(const Name& what, Call call) {
  try {
    return call();
  } catch (const Broken&) {
    throw;
  } catch (...) {
    throw Broken("exception", std::string(what) + " let out " + exception_text());
  }
}

}  // namespace racewindow
