// SPDX-License-Identifier: Apache-2.0
#include "tests/reports/golden.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string_view>

namespace racewindow {

void expect_golden(const std::string& name, const std::string& text) {
  const std::string path = std::string(RACEWINDOW_GOLDEN_DIR) + "/" + name;
  const char* const update = std::getenv("RACEWINDOW_UPDATE_GOLDEN");
  if (update != nullptr && std::string_view(update) == "1") {
    std::ofstream(path, std::ios::binary) << text;
    ADD_FAILURE() << path << " was written; run again without RACEWINDOW_UPDATE_GOLDEN";
    return;
  }
  std::ifstream file(path, std::ios::binary);
  ASSERT_TRUE(file.good()) << "no " << path << "; RACEWINDOW_UPDATE_GOLDEN=1 writes it";
  std::ostringstream golden;
  golden << file.rdbuf();
  EXPECT_EQ(text, golden.str()) << "if the change is wanted: RACEWINDOW_UPDATE_GOLDEN=1";
}

}  // namespace racewindow
