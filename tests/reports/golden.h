// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace racewindow {

// Expects `text` to be the content of tests/golden/`name`. With RACEWINDOW_UPDATE_GOLDEN=1 in the
// environment the file is written instead, and the test fails so that nobody takes it for a check.
void expect_golden(const std::string& name, const std::string& text);

}  // namespace racewindow
