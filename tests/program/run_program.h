// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

namespace racewindow {

// How a run of the real program ended.
struct ProgramEnd {
  int code = -1;  // its exit code; -1: it was killed
  std::string out;
  std::string err;
};

// The program over tests/program/broken_scenarios.cpp, with these arguments; standard input is
// empty, output and error are files, so no terminal.
class ProgramRun {
 public:
  explicit ProgramRun(const std::vector<std::string>& arguments);
  ~ProgramRun();
  ProgramRun(const ProgramRun&) = delete;
  ProgramRun& operator=(const ProgramRun&) = delete;
  void send_signal(int signal) const;
  // Waits for its end.
  [[nodiscard]] ProgramEnd end();

 private:
  std::string directory_;
  pid_t process_ = -1;
};

[[nodiscard]] ProgramEnd run_program(const std::vector<std::string>& arguments);

// A directory that is removed with everything in it.
class TemporaryDirectory {
 public:
  TemporaryDirectory();
  ~TemporaryDirectory();
  TemporaryDirectory(const TemporaryDirectory&) = delete;
  TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;
  [[nodiscard]] std::string file(const std::string& name) const { return path_ + "/" + name; }
  // The names in it, sorted.
  [[nodiscard]] std::vector<std::string> names() const;

 private:
  std::string path_;
};

[[nodiscard]] std::string content_of(const std::string& file);
void write_content(const std::string& file, const std::string& content);

}  // namespace racewindow
