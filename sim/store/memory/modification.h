// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "sim/sql/error.h"
#include "sim/sql/eval.h"
#include "sim/sql/statement.h"
#include "sim/store/memory/effects.h"
#include "sim/store/memory/storage.h"
#include "sim/store/store.h"

namespace racewindow::memory {

// An INSERT, UPDATE or DELETE prepared for one database: made once per statement and kept, with the
// memory it runs in, for as long as the store lives.
class Modification {
 public:
  virtual ~Modification() = default;

  // Runs the statement and adds rows, affected and changes to the outcome. Returns the violated
  // constraint's error, or null when it took effect; throws SqlError for what else the server would
  // report, and MustWait. What was written before an error is for the caller to undo. `base`
  // carries parameters, clock, subqueries and effects.
  [[nodiscard]] virtual const SqlError* run(const Command& command, const EvalContext& base,
                                            Outcome& outcome) = 0;
};

// A part of the statement, or all of it. Refer to all arguments.
[[nodiscard]] std::unique_ptr<Modification> make_modification(const Statement& statement,
                                                              const Insert& insert,
                                                              Storage& storage, Effects& effects);
[[nodiscard]] std::unique_ptr<Modification> make_modification(const Statement& statement,
                                                              const Update& update,
                                                              Storage& storage, Effects& effects);
[[nodiscard]] std::unique_ptr<Modification> make_modification(const Statement& statement,
                                                              const Delete& remove,
                                                              Storage& storage, Effects& effects);

}  // namespace racewindow::memory
