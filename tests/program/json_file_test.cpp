// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <regex>
#include <string>

#include "reports/json.h"
#include "tests/program/run_program.h"

namespace racewindow {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::string without_times(const std::string& json) {
  return std::regex_replace(json, std::regex("(_m?s\": )[0-9.e+-]+"), "$1…");
}

TEST(JsonFile, is_the_same_bytes_each_time_but_for_times) {
  const TemporaryDirectory directory;
  const std::string first = directory.file("first.json");
  const std::string second = directory.file("second.json");
  EXPECT_EQ(run_program({"check", "test/fine", "--json", first}).code, 0);
  EXPECT_EQ(run_program({"check", "test/fine", "--json", second}).code, 0);
  EXPECT_EQ(without_times(content_of(first)), without_times(content_of(second)));
  EXPECT_EQ(parse_result_file(content_of(first)).results.size(), 4U);
  EXPECT_EQ(directory.names(), (std::vector<std::string>{"first.json", "second.json"}));
}

TEST(JsonFile, a_dash_is_standard_output_and_the_report_moves_to_standard_error) {
  const ProgramEnd end = run_program({"explore", "test/fine/holds", "--json", "-"});
  EXPECT_EQ(end.code, 0);
  EXPECT_EQ(parse_result_file(end.out).kind, "explore");
  EXPECT_THAT(end.err, HasSubstr("1 run: 1 as expected"));
}

TEST(JsonFile, one_that_cannot_be_written_is_refused_before_the_work) {
  const TemporaryDirectory directory;
  const ProgramEnd end = run_program({"check", "test/long", "--json", directory.file("no/x.json")});
  EXPECT_EQ(end.code, 2);
  EXPECT_THAT(end.err, HasSubstr("No such file or directory"));
  EXPECT_THAT(directory.names(), IsEmpty());
  EXPECT_EQ(run_program({"check", "test/fine/holds", "--json", directory.file("")}).code, 2);
}

TEST(JsonFile, a_failed_run_leaves_what_was_there) {
  const TemporaryDirectory directory;
  const std::string file = directory.file("results.json");
  write_content(file, "before");
  EXPECT_EQ(run_program({"replay", "rw1:broken", "--json", file}).code, 2);
  EXPECT_EQ(content_of(file), "before");
  EXPECT_EQ(directory.names(), std::vector<std::string>{"results.json"});
}

TEST(JsonFile, a_link_stays_a_link) {
  const TemporaryDirectory directory;
  const std::string link = directory.file("link.json");
  std::filesystem::create_symlink("target.json", link);
  write_content(directory.file("target.json"), "before");
  EXPECT_EQ(run_program({"check", "test/fine/holds", "--json", link}).code, 0);
  EXPECT_TRUE(std::filesystem::is_symlink(link));
  EXPECT_THAT(content_of(directory.file("target.json")), HasSubstr("racewindow/1"));
}

TEST(JsonFile, a_device_is_written_in_place) {
  EXPECT_EQ(run_program({"check", "test/fine/holds", "--json", "/dev/null"}).code, 0);
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/null"));
}

}  // namespace
}  // namespace racewindow
