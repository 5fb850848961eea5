// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "sim/store/memory/modification.h"
#include "sim/store/memory/query.h"
#include "sim/store/read_set.h"

namespace racewindow::memory {

// A SELECT, INSERT, UPDATE or DELETE with the queries of its WITH, prepared for one database and
// kept, with the memory it runs in.
class Plan {
 public:
  Plan(const Statement& statement, Storage& storage, Effects& effects);

  // Adds rows, affected and changes to the outcome; as Modification::run.
  [[nodiscard]] const SqlError* run(const Command& command, const EvalContext& base,
                                    Outcome& outcome);
  // The rows of a SELECT without WITH that only reads, in place of those that are there.
  void look(const Snapshot& snapshot, const EvalContext& base, RowSet& rows);

  [[nodiscard]] const ReadSet& reads() {
    if (!reads_) reads_.emplace(*statement_);
    return *reads_;
  }

 private:
  struct Part {
    std::unique_ptr<Query> query;  // or
    std::unique_ptr<Modification> modification;
    const std::vector<OutputColumn>* columns = nullptr;
  };

  template <class Bound>
  Part prepare(const Bound& bound, const std::vector<OutputColumn>& columns);
  static void read(const Part& part, const Snapshot& snapshot, const EvalContext& base,
                   RowSet& rows);
  [[nodiscard]] static const SqlError* run(const Part& part, const Command& command,
                                           const EvalContext& base, Outcome& outcome);

  const Statement* statement_;
  Storage* storage_;
  Effects* effects_;
  std::vector<Part> with_;
  Part main_;
  std::optional<ReadSet> reads_;  // made when it is first asked for
};

}  // namespace racewindow::memory
