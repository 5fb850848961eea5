// SPDX-License-Identifier: Apache-2.0
#include "sim/store/postgres/private_server.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

#include "sim/store/postgres/connection.h"

namespace racewindow {
namespace {

struct Pipe {
  int read = -1;
  int write = -1;
};

// Not inherited by programs that are started later: a copy would keep the server alive.
Pipe open_pipe() {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
    throw ServerError(fmt::format("pipe: {}", std::strerror(errno)));
  }
  return {ends[0], ends[1]};
}

// Starts the script in a session of its own, so that Ctrl-C reaches it through the lifeline only.
pid_t spawn_script(int input, int output) {
  posix_spawn_file_actions_t files;
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_init(&files);
  posix_spawnattr_init(&attributes);
  posix_spawn_file_actions_adddup2(&files, input, STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&files, output, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&files, output, STDERR_FILENO);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID);
  std::string bash = "bash";
  std::string option = "-c";
  std::string script = kPrivateServerScript;
  const std::array<char*, 4> arguments{bash.data(), option.data(), script.data(), nullptr};
  pid_t process = -1;
  const int error = posix_spawnp(&process, "bash", &files, &attributes, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&files);
  posix_spawnattr_destroy(&attributes);
  if (error != 0) throw ServerError(fmt::format("bash: {}", std::strerror(error)));
  return process;
}

std::string read_line(int descriptor) {
  std::string line;
  char c = 0;
  while (true) {
    const ssize_t count = ::read(descriptor, &c, 1);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0 || c == '\n') return line;
    line += c;
  }
}

}  // namespace

PrivateServer::PrivateServer() {
  const Pipe input = open_pipe();
  const Pipe output = open_pipe();
  lifeline_ = input.write;
  script_ = spawn_script(input.read, output.write);
  ::close(input.read);
  ::close(output.write);
  directory_ = read_line(output.read);
  ::close(output.read);
  if (!directory_.starts_with("/")) {
    stop();
    throw ServerError(directory_);
  }
}

PrivateServer::~PrivateServer() {
  stop();
}

void PrivateServer::stop() {
  ::close(lifeline_);
  while (::waitpid(script_, nullptr, 0) < 0 && errno == EINTR) {
  }
}

std::string PrivateServer::conninfo() const {
  return fmt::format("host={} port=5432 user=postgres dbname=postgres", directory_);
}

}  // namespace racewindow
