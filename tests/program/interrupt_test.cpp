// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <thread>

#include "tests/program/run_program.h"

namespace racewindow {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

// The endless scenario never finishes by itself, so whenever the signal comes, it comes in time.
TEST(Interrupt, reports_what_was_found_and_is_inconclusive) {
  const TemporaryDirectory directory;
  ProgramRun run({"check", "test/fine/holds", "test/long", "--store", "memory", "--json",
                  directory.file("results.json")});
  std::this_thread::sleep_for(std::chrono::seconds(2));
  run.send_signal(SIGINT);
  const ProgramEnd end = run.end();
  EXPECT_EQ(end.code, 3) << end.out << end.err;
  EXPECT_THAT(end.out, AllOf(HasSubstr("1 as expected, 1 undecided"), HasSubstr("interrupted"),
                             HasSubstr("interrupted: 0 runs not started")));
  EXPECT_EQ(directory.names(), std::vector<std::string>{"results.json"});
}

}  // namespace
}  // namespace racewindow
