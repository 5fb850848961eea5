// SPDX-License-Identifier: Apache-2.0
#include "tests/program/run_program.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace racewindow {
namespace {

std::string make_directory() {
  std::string path = (std::filesystem::temp_directory_path() / "racewindow-XXXXXX").string();
  EXPECT_NE(::mkdtemp(path.data()), nullptr);
  return path;
}

void redirect(const std::string& file, int flags, int descriptor) {
  const int opened = ::open(file.c_str(), flags, 0600);
  if (opened < 0 || ::dup2(opened, descriptor) < 0) ::_exit(126);
}

}  // namespace

ProgramRun::ProgramRun(const std::vector<std::string>& arguments) : directory_(make_directory()) {
  std::vector<std::string> words = {RACEWINDOW_BROKEN_PROGRAM};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  process_ = ::fork();
  if (process_ != 0) return;
  redirect("/dev/null", O_RDONLY, STDIN_FILENO);
  redirect(directory_ + "/out", O_WRONLY | O_CREAT, STDOUT_FILENO);
  redirect(directory_ + "/err", O_WRONLY | O_CREAT, STDERR_FILENO);
  ::execv(argv[0], argv.data());
  ::_exit(127);
}

ProgramRun::~ProgramRun() {
  std::filesystem::remove_all(directory_);
}

void ProgramRun::send_signal(int signal) const {
  ::kill(process_, signal);
}

ProgramEnd ProgramRun::end() {
  int status = 0;
  EXPECT_EQ(::waitpid(process_, &status, 0), process_);
  ProgramEnd end;
  if (WIFEXITED(status)) end.code = WEXITSTATUS(status);
  end.out = content_of(directory_ + "/out");
  end.err = content_of(directory_ + "/err");
  return end;
}

ProgramEnd run_program(const std::vector<std::string>& arguments) {
  return ProgramRun(arguments).end();
}

TemporaryDirectory::TemporaryDirectory() : path_(make_directory()) {}
TemporaryDirectory::~TemporaryDirectory() {
  std::filesystem::remove_all(path_);
}

std::vector<std::string> TemporaryDirectory::names() const {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(path_)) {
    names.push_back(entry.path().filename().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

std::string content_of(const std::string& file) {
  std::ostringstream content;
  content << std::ifstream(file, std::ios::binary).rdbuf();
  return content.str();
}

void write_content(const std::string& file, const std::string& content) {
  std::ofstream(file, std::ios::binary) << content;
}

}  // namespace racewindow
