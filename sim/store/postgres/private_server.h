// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <string>

namespace racewindow {

// The text of private_server.sh, which bash runs.
extern const char* const kPrivateServerScript;

// A PostgreSQL 15 of this process alone, in a temporary directory. It is gone when the object is,
// and when the process is, however it ends.
class PrivateServer {
 public:
  // Takes a second or two. Throws ServerError where PostgreSQL 15 is not installed or fails.
  PrivateServer();
  ~PrivateServer();
  PrivateServer(const PrivateServer&) = delete;
  PrivateServer& operator=(const PrivateServer&) = delete;

  // For PostgresConnection.
  [[nodiscard]] std::string conninfo() const;

 private:
  void stop();

  pid_t script_ = -1;
  int lifeline_ = -1;  // its other end is the script's input: closed, the server stops
  std::string directory_;
};

}  // namespace racewindow
