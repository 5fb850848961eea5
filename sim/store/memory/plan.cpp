// SPDX-License-Identifier: Apache-2.0
#include "sim/store/memory/plan.h"

#include <type_traits>
#include <utility>
#include <variant>

namespace racewindow::memory {

template <class Bound>
Plan::Part Plan::prepare(const Bound& bound, const std::vector<OutputColumn>& columns) {
  Part part;
  part.columns = &columns;
  if constexpr (std::is_same_v<Bound, Select>) {
    part.query = std::make_unique<Query>(bound, *storage_, *effects_);
  } else if constexpr (std::is_same_v<Bound, Insert> || std::is_same_v<Bound, Update> ||
                       std::is_same_v<Bound, Delete>) {
    part.modification = make_modification(*statement_, bound, *storage_, *effects_);
  } else {
    throw Broken("unsupported", "the memory store does not carry out " + statement_->text);
  }
  return part;
}

Plan::Plan(const Statement& statement, Storage& storage, Effects& effects)
    : statement_(&statement), storage_(&storage), effects_(&effects) {
  for (const Cte& cte : statement.ctes) {
    with_.push_back(
        std::visit([&](const auto& body) { return prepare(body, cte.columns); }, cte.body));
  }
  main_ = std::visit([&](const auto& bound) { return prepare(bound, statement.columns); },
                     statement.bound);
}

// The parts of WITH come first, in their order; all see the database as it was before.
const SqlError* Plan::run(const Command& command, const EvalContext& base, Outcome& outcome) {
  if (with_.empty()) return run(main_, command, base, outcome);
  std::vector<RowSet>& with = effects_->with();
  with.resize(with_.size());
  for (std::size_t n = 0; n < with_.size(); ++n) {
    if (const SqlError* error = run(with_[n], command, base, outcome)) return error;
    std::swap(with[n], outcome.rows);
    with[n].columns = with_[n].columns;
    outcome.rows.clear();
    outcome.affected = 0;
  }
  return run(main_, command, base, outcome);
}

const SqlError* Plan::run(const Part& part, const Command& command, const EvalContext& base,
                          Outcome& outcome) {
  if (part.modification != nullptr) return part.modification->run(command, base, outcome);
  read(part, command.snapshot, base, outcome.rows);
  outcome.affected += static_cast<std::int64_t>(outcome.rows.row_count);
  return nullptr;
}

void Plan::look(const Snapshot& snapshot, const EvalContext& base, RowSet& rows) {
  read(main_, snapshot, base, rows);
}

void Plan::read(const Part& part, const Snapshot& snapshot, const EvalContext& base, RowSet& rows) {
  part.query->run(snapshot, base);
  rows.columns = part.columns;
  rows.row_count = part.query->row_count();
  for (std::size_t n = 0; n < rows.row_count; ++n) {
    const std::span<const Value> row = part.query->row(n);
    rows.cells.insert(rows.cells.end(), row.begin(), row.end());
  }
}

}  // namespace racewindow::memory
