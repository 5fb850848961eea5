// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace racewindow {

// What one statement of a block gave, in the text form of the protocol.
struct SpecResult {
  enum class Kind { command, rows, error } kind = Kind::command;
  std::vector<std::string> columns;  // rows: their names; there may be none
  std::vector<std::string> cells;    // row by row; NULL is an empty text
  std::size_t row_count = 0;         // rows
  std::string headline;              // error: "ERROR:  deadlock detected"
  std::string report;                // error: the headline with detail and hint, lines ended
};

// Where the sessions of a spec run: a database with a control session, number 0, and those of the
// spec from 1 on, open for as long as the target lives. The runner launches blocks, several of
// which may be under way at a time but one a session, and asks how they get on.
// Broken is thrown for what the target cannot do.
class SpecTarget {
 public:
  virtual ~SpecTarget() = default;

  // finished: the first result is there. blocked: the session waits for a lock that another one of
  // the spec holds. overdue: neither, and waiting longer will not help.
  enum class Progress { finished, blocked, overdue };

  // Begins a block: its statements run one after the other, in one transaction unless they say
  // otherwise. Requires: the results of the session's last block have all been taken.
  virtual void launch(std::size_t session, const std::string& block) = 0;
  // Each until what it is named after is so: may take its time, and the second lets time pass.
  [[nodiscard]] virtual Progress finished_or_blocked(std::size_t session) = 0;
  [[nodiscard]] virtual Progress finished(std::size_t session) = 0;
  // While what is blocked has to wait for time to pass: false where that changes nothing any more.
  [[nodiscard]] virtual bool pass_time() = 0;
  // Asks that the session's statement be ended, with an error.
  virtual void cancel(std::size_t session) = 0;

  // The results of a finished block in order, then nothing. The first error is the last result.
  [[nodiscard]] virtual std::optional<SpecResult> next_result(std::size_t session) = 0;
  // The messages that have come in since, each as "NOTICE:  text", lines ended.
  [[nodiscard]] virtual std::vector<std::string> take_notices(std::size_t session) = 0;
  // What NOTIFY sent to the session, as isolationtester words it: "NOTIFY "c" with payload …".
  [[nodiscard]] virtual std::vector<std::string> take_notifications(std::size_t /*session*/) {
    return {};
  }
};

}  // namespace racewindow
