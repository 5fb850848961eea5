// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <thread>

#include "tests/program/run_program.h"

namespace racewindow {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

TEST(Interrupt, reports_what_was_found_and_is_inconclusive) {
  const TemporaryDirectory directory;
  const std::string begun = directory.file("begun");
  ::setenv("RACEWINDOW_TEST_BEGUN", begun.c_str(), 1);
  ProgramRun run({"check", "test/fine/holds", "test/long", "--store", "memory", "--json",
                  directory.file("results.json")});
  while (content_of(begun).empty()) std::this_thread::sleep_for(std::chrono::milliseconds(20));
  ::unsetenv("RACEWINDOW_TEST_BEGUN");
  run.send_signal(SIGINT);
  const ProgramEnd end = run.end();
  EXPECT_EQ(end.code, 3) << end.out << end.err;
  EXPECT_THAT(end.out, AllOf(HasSubstr("1 as expected, 1 undecided"), HasSubstr("interrupted"),
                             HasSubstr("interrupted: 0 runs not started")));
  EXPECT_EQ(directory.names(), (std::vector<std::string>{"begun", "results.json"}));
}

}  // namespace
}  // namespace racewindow
