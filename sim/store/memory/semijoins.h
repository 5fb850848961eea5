// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "sim/sql/bound.h"
#include "sim/sql/eval.h"
#include "sim/store/memory/stamp.h"

namespace racewindow::memory {

class Effects;
class Query;
class Storage;

// The subqueries of a WHERE that PostgreSQL carries out as joins: x IN (SELECT …), EXISTS and NOT
// EXISTS, each a conjunct of its own (src/backend/optimizer/plan/subselect.c says which). Where a
// row is judged anew after a wait, such a subquery is not run again: what is judged is the row as
// it is now beside the partner that it had.
class Semijoins {
 public:
  Semijoins(Storage& storage, Effects& effects);
  ~Semijoins();

  [[nodiscard]] bool empty() const { return joins_.empty(); }
  // Keeps the conjunct if the server makes a join of it. It must outlive this.
  bool take(const Expr& conjunct);
  // Whether the row, as it was in `before` and is in `now`, still goes with the partners it had.
  // Throws Broken where it had several of which only some do: which was its partner the server's
  // plan decides.
  [[nodiscard]] bool hold(const Snapshot& snapshot, const EvalContext& before,
                          const EvalContext& now);

 private:
  struct Join {
    const Expr* conjunct = nullptr;
    Select partners;               // of an EXISTS: all that there are
    std::unique_ptr<Query> query;  // of them, made when it is first needed
  };
  [[nodiscard]] bool some_partner(Join& join, const Snapshot& snapshot, const EvalContext& before,
                                  const EvalContext& now);

  Storage* storage_;
  Effects* effects_;
  std::vector<Join> joins_;
};

}  // namespace racewindow::memory
