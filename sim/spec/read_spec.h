// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

#include "sim/spec/spec.h"

namespace racewindow {

// The text is no spec: what() says what was expected and what is there instead.
class BadSpec : public std::runtime_error {
 public:
  BadSpec(SpecPlace place, const std::string& message)
      : std::runtime_error(message), place_(place) {}
  [[nodiscard]] SpecPlace place() const { return place_; }

 private:
  SpecPlace place_;
};

// Reads PostgreSQL 15's isolation spec format, and refuses what isolationtester refuses. Throws
// BadSpec.
[[nodiscard]] Spec read_spec(std::string_view text);

}  // namespace racewindow
