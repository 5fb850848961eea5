// SPDX-License-Identifier: Apache-2.0
// The program on a terminal of its own.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <pty.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <string>
#include <vector>

namespace racewindow {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

struct TerminalEnd {
  int code = -1;
  std::string shown;
};

// Types `key` (unless it is 0) as soon as `prompt` is shown.
TerminalEnd run_on_terminal(std::vector<std::string> words, const std::string& prompt = "",
                            char key = 0) {
  words.insert(words.begin(), RACEWINDOW_BROKEN_PROGRAM);
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  winsize size{};
  size.ws_row = 24;
  size.ws_col = 100;
  int terminal = -1;
  const pid_t process = ::forkpty(&terminal, nullptr, nullptr, &size);
  if (process == 0) {
    ::execv(argv[0], argv.data());
    ::_exit(127);
  }
  TerminalEnd end;
  std::array<char, 4096> buffer;
  for (;;) {
    const ssize_t count = ::read(terminal, buffer.data(), buffer.size());
    if (count <= 0) break;  // EIO: the program has closed it
    end.shown.append(buffer.data(), static_cast<std::size_t>(count));
    if (key != 0 && end.shown.find(prompt) != std::string::npos) {
      EXPECT_EQ(::write(terminal, &key, 1), 1);
      key = 0;
    }
  }
  int status = 0;
  EXPECT_EQ(::waitpid(process, &status, 0), process);
  ::close(terminal);
  if (WIFEXITED(status)) end.code = WEXITSTATUS(status);
  return end;
}

TEST(Terminal, a_run_of_more_than_a_second_shows_progress_and_erases_it) {
  const TerminalEnd end = run_on_terminal({"check", "test/long", "--max-seconds", "2"});
  EXPECT_EQ(end.code, 3);
  EXPECT_THAT(end.shown,
              AllOf(HasSubstr("\r[1/1] test/long/endless on memory: "), HasSubstr(" steps/s, "),
                    HasSubstr("\r\x1b[K"), Not(HasSubstr(", 0 s"))));
  // What is erased last comes before the report.
  EXPECT_LT(end.shown.rfind("\r\x1b[K"), end.shown.find("workload"));
}

TEST(Terminal, a_quiet_run_shows_no_progress) {
  EXPECT_THAT(run_on_terminal({"check", "test/long", "--max-seconds", "2", "--quiet"}).shown,
              Not(HasSubstr("\x1b[K")));
}

// The terminal sends the signal to the program and its child alike.
TEST(Terminal, ctrl_c_reports_what_was_found) {
  const TerminalEnd end = run_on_terminal(
      {"check", "test/fine/holds", "test/long", "--store", "memory"}, "steps/s", '\x03');
  EXPECT_EQ(end.code, 3);
  EXPECT_THAT(end.shown, AllOf(HasSubstr("1 as expected, 1 undecided"),
                               HasSubstr("interrupted: 0 runs not started")));
}

}  // namespace
}  // namespace racewindow
