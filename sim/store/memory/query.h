// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "sim/sql/bound.h"
#include "sim/sql/eval.h"
#include "sim/store/memory/effects.h"
#include "sim/store/memory/grouping.h"
#include "sim/store/memory/operand.h"
#include "sim/store/memory/result_buffer.h"
#include "sim/store/memory/semijoins.h"
#include "sim/store/memory/storage.h"
#include "sim/store/store.h"

namespace racewindow::memory {

// A bound query, prepared for one database, with the memory it runs in: nested loops over its range
// entries, each condition judged as soon as the entries it needs are there, then groups, then the
// arrangement of the result. Never runs within itself, so its buffers are used again each time.
class Query {
 public:
  // `keep_matches`: match(), at() and still_matches() are wanted of a query that is not grouped.
  Query(const Select& select, Storage& storage, Effects& effects, bool keep_matches = false);

  // Computes the rows as `snapshot` sees the data, and locks those that the query says it locks.
  // `base` carries parameters, clock and subqueries, and the query around this one as `outer`;
  // without `base.effects` the query may only read. The rows are valid until the next run.
  // Throws SqlError for what fails at run time, MustWait.
  void run(const Snapshot& snapshot, const EvalContext& base);
  [[nodiscard]] std::size_t row_count() const { return result_.row_count(); }
  [[nodiscard]] std::span<const Value> row(std::size_t n) const { return result_.row(n); }

  // Which version (of a derived table: which row) each range entry has in result row n; kNone where
  // a LEFT JOIN found none.
  [[nodiscard]] std::span<const std::uint32_t> match(std::size_t n) const {
    return std::span(matches_).subspan(result_.number(n) * sources_.size(), sources_.size());
  }
  // What expressions see in row n. Valid until the next call or run.
  [[nodiscard]] const EvalContext& at(std::size_t n);
  // PostgreSQL's EvalPlanQual (src/backend/executor/README): whether row n would still be there
  // with this newer version in place of the entry's, which it has from now on.
  [[nodiscard]] bool still_matches(std::size_t n, std::size_t entry, std::uint32_t slot);
  // Whether row n would be there too if the row of the query around it were this one.
  [[nodiscard]] bool matches_beside(std::size_t n, const EvalContext& outer);

 private:
  struct Source {
    Heap* heap = nullptr;             // or
    std::unique_ptr<Query> derived;   // a table that a query makes, or
    std::optional<std::size_t> with;  // one that WITH names, or
    const Series* series = nullptr;   // or
    bool is_lock_view = false;
    std::vector<Value> cells;  // of the series, or of pg_locks
    JoinKind join = JoinKind::first;
    Filter on;
    Filter where;  // the conjuncts of WHERE that need this entry and none after it
  };

  void prepare_source(const RangeEntry& entry, Storage& storage);
  void prepare_where(const Expr& where);
  void join(std::size_t level);
  bool match(std::size_t level, const Source& source, const Value* row, std::uint32_t number);
  void join_from(std::size_t level);
  [[nodiscard]] const Value* cells(std::size_t level, std::uint32_t number) const;
  void bring(std::size_t n);
  [[nodiscard]] std::size_t made_rows(const Source& source) const;
  void make_series(Source& source);
  void lock_rows(std::size_t rows_max);
  [[nodiscard]] bool lock_row(std::size_t n);
  [[nodiscard]] bool conditions_hold() const;
  [[nodiscard]] bool joins_hold() const;
  [[nodiscard]] bool still_holds(std::size_t n);
  void allow_effects() const;
  void emit();
  void emit_outputs();
  void emit_groups();
  void arrange();
  [[nodiscard]] std::optional<std::size_t> row_limit(const std::optional<Expr>& limit,
                                                     std::string_view sqlstate,
                                                     std::string_view name) const;

  const Select* select_;
  Storage* storage_;
  Effects* effects_;
  bool keep_matches_;
  std::vector<Source> sources_;
  Filter constant_;  // the conjuncts of WHERE that need no entry
  std::vector<Operand> outputs_;
  std::vector<std::vector<Operand>> values_;
  std::vector<std::unique_ptr<Query>> arms_;  // of a UNION ALL
  Semijoins semijoins_;
  Filter unjoined_;  // the conjuncts of WHERE that are no semijoins; where there are some
  Filter having_;
  Grouping grouping_;
  ResultBuffer result_;

  // Of the run.
  Snapshot snapshot_;
  EvalContext context_;
  std::vector<const Value*> rows_;      // the row of each entry
  std::vector<std::uint32_t> numbers_;  // and its version or number
  std::vector<std::uint32_t> matches_;  // the numbers of each result row, side by side
  std::vector<std::uint32_t> before_;   // those of a row, before it is judged anew
};

// The subqueries inside expressions, each prepared when it is first met.
class Subqueries final : public SubqueryRunner {
 public:
  Subqueries(Storage& storage, Effects& effects) : storage_(&storage), effects_(&effects) {}
  // Of the statement that runs from now on.
  void set_snapshot(const Snapshot& snapshot) { snapshot_ = snapshot; }

  Value scalar(const Select& query, const EvalContext& outer) override;
  bool exists(const Select& query, const EvalContext& outer) override;
  Value in(const Value& needle, const Select& query, const EvalContext& outer) override;

 private:
  const Query& run(const Select& query, const EvalContext& outer);

  Storage* storage_;
  Effects* effects_;
  Snapshot snapshot_;
  std::map<const Select*, std::unique_ptr<Query>> queries_;  // looked up, never gone through
};

}  // namespace racewindow::memory
