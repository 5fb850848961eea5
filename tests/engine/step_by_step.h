// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "sim/scheduler.h"
#include "tests/engine/small_scenario.h"

namespace racewindow::testing {

// Takes a small scenario through one schedule, step by step: declare its actors, then follow().
class StepByStep : public ::testing::Test {
 protected:
  // Everything that is possible, as in a replay line.
  std::string possible();
  // Takes steps, each as possible() names it, with dots between them. The event of the last.
  const Event& follow(std::string_view steps);
  Scheduler& scheduler();
  // running, ended, crashed, or the SQLSTATE that it failed with.
  std::string status_of(std::size_t actor);
  // v of row k; 0 where there is none.
  std::int64_t row(std::int64_t k);

  virtual std::unique_ptr<Store> open();

  SmallScenario small_;

 private:
  std::unique_ptr<Scheduler> scheduler_;
  std::vector<Choice> enabled_;
};

}  // namespace racewindow::testing
