// SPDX-License-Identifier: Apache-2.0
#include "sim/store/read_set.h"

#include <algorithm>
#include <functional>
#include <variant>

#include "sim/sql/eval.h"
#include "sim/sql/visit.h"

namespace racewindow {
namespace {

// Its value needs no row, and is the same whenever it is asked for.
bool is_fixed(const Expr& expr) {
  bool fixed = true;
  visit(expr, 0, {[&fixed](const Expr& part, unsigned) {
          fixed = fixed && part.op != Op::column && part.op != Op::aggregate &&
                  part.op != Op::function && part.subquery == nullptr;
          return fixed;
        }});
  return fixed;
}

bool is_own_column(const Expr& expr, std::size_t entry) {
  return expr.op == Op::column && expr.level == 0 && expr.entry == entry;
}

void each_conjunct(const Expr& condition, const std::function<void(const Expr&)>& tell) {
  if (condition.op != Op::logical_and) {
    tell(condition);
    return;
  }
  for (const Expr& arg : condition.args) each_conjunct(arg, tell);
}

// The columns of each of the query's own range entries that it mentions.
std::vector<std::uint64_t> columns_mentioned(const Select& select) {
  std::vector<std::uint64_t> columns(select.from.size(), 0);
  visit(select, 0, {[&columns](const Expr& expr, unsigned depth) {
          if (expr.op == Op::column && expr.level == depth && expr.entry < columns.size()) {
            columns[expr.entry] |= Footprint::column_bit(expr.index);
          }
          return true;
        }});
  for (const RowLocking& locking : select.locking) {
    columns[locking.entry] = Footprint::kAllColumns;
  }
  return columns;
}

}  // namespace

ReadSet::ReadSet(const Statement& statement) {
  for (const Cte& cte : statement.ctes) {
    std::visit([this](const auto& body) { add_body(body); }, cte.body);
  }
  std::visit([this](const auto& body) { add_body(body); }, statement.bound);
}

void ReadSet::add_body(const Select& select) {
  visit(select, 0,
        {[](const Expr&, unsigned) { return true; },
         [this](const Select& inner) { add_select(inner); }});
}

void ReadSet::add_body(const Insert& insert) {
  add_body(*insert.source);
  for (const Expr& expr : insert.defaults) add_queries_in(expr);
  for (const Expr& expr : insert.returning) add_queries_in(expr);
  if (!insert.on_conflict) return;
  add_assignments(insert.on_conflict->assignments);
  if (insert.on_conflict->where) add_queries_in(*insert.on_conflict->where);
}

void ReadSet::add_body(const Update& update) {
  add_target(*update.table, update.from, update.where);
  add_assignments(update.assignments);
  for (const Expr& expr : update.returning) add_queries_in(expr);
}

void ReadSet::add_body(const Delete& remove) {
  add_target(*remove.table, remove.from, remove.where);
  for (const Expr& expr : remove.returning) add_queries_in(expr);
}

void ReadSet::add_target(const Table& table, const std::vector<RangeEntry>& from,
                         const std::optional<Expr>& where) {
  RangeEntry target;
  target.table = &table;
  add_rows(target, 0, where, Footprint::kAllColumns);
  for (std::size_t n = 0; n < from.size(); ++n) {
    add_rows(from[n], n + 1, where, Footprint::kAllColumns);
    if (from[n].subquery) add_body(*from[n].subquery);
    if (from[n].on) add_queries_in(*from[n].on);
  }
  if (where) add_queries_in(*where);
}

void ReadSet::add_select(const Select& select) {
  const std::vector<std::uint64_t> columns = columns_mentioned(select);
  for (std::size_t n = 0; n < select.from.size(); ++n) {
    add_rows(select.from[n], n, select.where, columns[n]);
  }
}

void ReadSet::add_assignments(const std::vector<Assignment>& assignments) {
  for (const Assignment& assignment : assignments) {
    assigned_ |= Footprint::column_bit(assignment.column);
    add_queries_in(assignment.value);
  }
}

void ReadSet::add_queries_in(const Expr& expr) {
  visit(expr, 0,
        {[](const Expr&, unsigned) { return true; },
         [this](const Select& inner) { add_select(inner); }});
}

void ReadSet::add_rows(const RangeEntry& entry, std::size_t position,
                       const std::optional<Expr>& where, std::uint64_t columns) {
  if (entry.table == nullptr) return;
  Rows rows{entry.table, columns, {}};
  if (where) {
    each_conjunct(*where, [&](const Expr& conjunct) {
      if (conjunct.op != Op::equal) return;
      for (const std::size_t side : {std::size_t{0}, std::size_t{1}}) {
        const Expr& column = conjunct.args[side];
        const Expr& value = conjunct.args[1 - side];
        if (is_own_column(column, position) && is_fixed(value)) {
          rows.equalities.push_back({column.index, &value});
        }
      }
    });
  }
  const auto is_given = [&rows](std::size_t column) {
    return std::ranges::find(rows.equalities, column, &Equality::column) != rows.equalities.end();
  };
  for (const UniqueKey& key : entry.table->keys) {
    if (!key.covers_all_rows() || !std::ranges::all_of(key.columns, is_given)) continue;
    std::erase_if(rows.equalities, [&key](const Equality& equality) {
      return std::ranges::find(key.columns, equality.column) == key.columns.end();
    });
    break;
  }
  rows_.push_back(std::move(rows));
}

void ReadSet::add_to(Footprint& footprint, std::span<const Value> params) const {
  EvalContext context;
  context.params = params;
  for (const Rows& rows : rows_) {
    footprint.read_rows(*rows.table, rows.columns);
    for (const Equality& equality : rows.equalities) {
      try {
        footprint.where(equality.column, eval(*equality.value, context));
      } catch (const SqlError&) {
        // The statement will say so itself, if it comes to that.
      }
    }
  }
}

}  // namespace racewindow
