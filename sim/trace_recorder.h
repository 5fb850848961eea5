// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "sim/committed_tables.h"
#include "sim/judge.h"
#include "sim/result.h"
#include "sim/scenario.h"
#include "sim/scheduler.h"

namespace racewindow {

// Writes down one execution as a person reads it. Feed it every step right after it was taken.
class TraceRecorder {
 public:
  TraceRecorder(const Scenario& scenario, Scheduler& scheduler);

  void record(const Choice& choice, const Event& event, bool of_recovery);
  // Notes, at the latest step, the properties that `judge` has found breached since the last call.
  void note_breaches(const Judge& judge);

  [[nodiscard]] Trace& trace() { return trace_; }
  // Six hexadecimal digits over who executed which statements with which parameters, recoveries
  // apart.
  [[nodiscard]] std::string fingerprint() const;

 private:
  [[nodiscard]] std::vector<TraceTable> rows_of(const View& view) const;

  const Scenario* scenario_;
  const Scheduler* scheduler_;
  CommittedTables database_;
  CommittedTables env_;
  Trace trace_;
  Hasher statements_;
  std::vector<bool> noted_;  // by property
};

}  // namespace racewindow
