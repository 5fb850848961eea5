// SPDX-License-Identifier: Apache-2.0
#include "sim/sql/analyse.h"

#include <algorithm>

#include "sim/sql/visit.h"

namespace racewindow {
namespace {

// Whether columns of a table contain one of its keys.
bool has_key_within(const Table& table, const std::vector<std::size_t>& columns) {
  return std::any_of(table.keys.begin(), table.keys.end(), [&](const UniqueKey& key) {
    return key.covers_all_rows() &&
           std::all_of(key.columns.begin(), key.columns.end(), [&](std::size_t column) {
             return std::find(columns.begin(), columns.end(), column) != columns.end();
           });
  });
}

// Among rows of a query that agree on some outputs, finds the range entries that agree as well:
// those of which a key is decided, by equality in WHERE or ON with something that is the same for
// all these rows, or by being one of the outputs. With no outputs the rows are all rows, and when
// every entry is decided there is only one.
class Decided {
 public:
  Decided(const std::vector<RangeEntry>& from, const std::optional<Expr>& where,
          std::vector<Expr> outputs)
      : from_(from), where_(where), outputs_(std::move(outputs)), decided_(from.size(), false) {}

  [[nodiscard]] bool all() {
    for (bool more = true; more;) {
      more = false;
      for (std::size_t n = 0; n < from_.size(); ++n) {
        if (!decided_[n] && decides(n)) decided_[n] = more = true;
      }
    }
    return std::find(decided_.begin(), decided_.end(), false) == decided_.end();
  }

 private:
  [[nodiscard]] bool decides(std::size_t entry) const;

  [[nodiscard]] bool is_output(const Expr& column) const {
    return std::any_of(outputs_.begin(), outputs_.end(),
                       [&](const Expr& output) { return same_expr(output, column); });
  }

  [[nodiscard]] bool is_fixed(const Expr& expr) const {
    bool fixed = !expr.subquery;
    for_each_column(expr, [&](const Expr& column, unsigned level) {
      fixed = fixed && (level > 0 || decided_[column.entry] || is_output(column));
    });
    return fixed;
  }

  // Collects the columns of an entry that the conjuncts of a condition set equal to what is fixed.
  void collect(const Expr& condition, std::size_t entry, std::vector<std::size_t>& columns) const {
    if (condition.op == Op::logical_and) {
      for (const Expr& arg : condition.args) collect(arg, entry, columns);
    } else if (condition.op == Op::equal) {
      for (const std::size_t side : {std::size_t{0}, std::size_t{1}}) {
        const Expr* column = &condition.args[side];
        if (column->op == Op::cast && is_widening(*column)) column = &column->args[0];
        if (is_own_column(*column, entry) && is_fixed(condition.args[1 - side])) {
          columns.push_back(column->index);
        }
      }
    }
  }

  static bool is_widening(const Expr& cast) {
    return cast.type == Type::int8 && cast.args[0].type == Type::int4;
  }
  static bool is_own_column(const Expr& expr, std::size_t entry) {
    return expr.op == Op::column && expr.level == 0 && expr.entry == entry;
  }

  const std::vector<RangeEntry>& from_;
  const std::optional<Expr>& where_;
  std::vector<Expr> outputs_;
  std::vector<bool> decided_;
};

bool at_most_one_row(const Select& select) {
  if (!select.union_all.empty()) return false;
  if (!select.values.empty()) return select.values.size() == 1;
  if (select.grouped && select.group_by.empty()) return true;
  return Decided(select.from, select.where, {}).all();
}

bool Decided::decides(std::size_t entry) const {
  const RangeEntry& range = from_[entry];
  if (range.subquery) return at_most_one_row(*range.subquery);
  if (range.table == nullptr) return false;
  std::vector<std::size_t> columns;
  if (where_) collect(*where_, entry, columns);
  // The condition of a LEFT JOIN says nothing about the entries before it.
  for (std::size_t n = 0; n < from_.size(); ++n) {
    const bool applies = n == entry || from_[n].join != JoinKind::left;
    if (from_[n].on && applies) collect(*from_[n].on, entry, columns);
  }
  // Equal outputs may both be NULL, which does not make two rows one.
  for (const Expr& output : outputs_) {
    if (is_own_column(output, entry) && range.table->columns[output.index].not_null) {
      columns.push_back(output.index);
    }
  }
  return has_key_within(*range.table, columns);
}

// Of UPDATE or DELETE: the rows of the target, joined to those of `joined`.
bool at_most_one_row(const Table& target, const std::vector<RangeEntry>& joined,
                     const std::optional<Expr>& where) {
  std::vector<RangeEntry> from(1);
  from[0].table = &target;
  from.insert(from.end(), joined.begin(), joined.end());
  return Decided(from, where, {}).all();
}

bool sorts_by(const Select& select, const std::vector<std::size_t>& outputs) {
  return std::all_of(outputs.begin(), outputs.end(), [&](std::size_t output) {
    return std::any_of(select.order_by.begin(), select.order_by.end(),
                       [&](const SortKey& key) { return key.output == output; });
  });
}

bool sorts_by_all_columns(const Select& select) {
  std::vector<std::size_t> visible(select.columns.size());
  for (std::size_t n = 0; n < visible.size(); ++n) visible[n] = n;
  return sorts_by(select, visible);
}

bool sorts_by_groups(const Select& select) {
  return std::all_of(select.group_by.begin(), select.group_by.end(), [&](const Expr& grouped) {
    return std::any_of(select.order_by.begin(), select.order_by.end(), [&](const SortKey& key) {
      return same_expr(select.outputs[key.output], grouped);
    });
  });
}

bool sorts_by_keys(const Select& select) {
  std::vector<Expr> sorted;
  for (const SortKey& key : select.order_by) sorted.push_back(select.outputs[key.output]);
  return Decided(select.from, select.where, std::move(sorted)).all();
}

// Whether ORDER BY leaves nothing open: rows that it does not tell apart are equal.
bool decides_order(const Select& select) {
  if (at_most_one_row(select)) return true;
  // VALUES alone gives its rows in the order they are written in.
  if (select.order_by.empty()) return !select.values.empty();
  if (sorts_by_all_columns(select)) return true;
  if (!select.union_all.empty() || !select.values.empty() || select.distinct) return false;
  return select.grouped ? sorts_by_groups(select) : sorts_by_keys(select);
}

bool locks_rows(const Select& select, std::size_t entry) {
  return std::any_of(select.locking.begin(), select.locking.end(),
                     [entry](const RowLocking& locking) { return locking.entry == entry; });
}

// What a statement is made of, as far as it decides on results.
struct Parts {
  std::vector<const Table*> tables;
  std::vector<TableLock> locks{};
  bool uses_clock = false;
  bool open_choice = false;  // a LIMIT somewhere takes some of several rows in no stated order
  bool has_side_effects = false;

  std::vector<const Select*> tested{};  // by EXISTS, which cares for no particular row

  void add(const Table* table) {
    if (std::find(tables.begin(), tables.end(), table) == tables.end()) tables.push_back(table);
  }
  void lock(const Table* table, LockMode mode) {
    const TableLock lock{table, mode};
    if (std::find(locks.begin(), locks.end(), lock) == locks.end()) locks.push_back(lock);
  }
  [[nodiscard]] Visitor visitor() {
    return {[this](const Expr& expr, unsigned) {
              uses_clock =
                  uses_clock ||
                  (expr.op == Op::function &&
                   (expr.function == Function::now || expr.function == Function::clock_timestamp));
              has_side_effects =
                  has_side_effects || (expr.op == Op::function && acts_on_store(expr.function));
              if (expr.op == Op::subquery_exists) tested.push_back(expr.subquery.get());
              return true;
            },
            [this](const Select& select) {
              for (std::size_t n = 0; n < select.from.size(); ++n) {
                const RangeEntry& entry = select.from[n];
                if (entry.table != nullptr) {
                  add(entry.table);
                  lock(entry.table,
                       locks_rows(select, n) ? LockMode::row_share : LockMode::access_share);
                }
                has_side_effects = has_side_effects || entry.is_lock_view;
              }
              has_side_effects = has_side_effects || !select.locking.empty();
              const bool cut = select.limit || select.offset;
              const bool only_counts =
                  std::find(tested.begin(), tested.end(), &select) != tested.end();
              if (cut && !only_counts && !decides_order(select)) open_choice = true;
            }};
  }
  void add(const Expr& expr) { visit(expr, 0, visitor()); }
  void add(const std::vector<Expr>& exprs) {
    for (const Expr& expr : exprs) add(expr);
  }
  void add(const std::optional<Expr>& expr) {
    if (expr) add(*expr);
  }
  // The entries of FROM or USING beside a target.
  void add(const std::vector<RangeEntry>& joined) {
    Select select;
    select.from = joined;
    visit(select, 0, visitor());
  }
  void add(const std::vector<Assignment>& assignments) {
    for (const Assignment& assignment : assignments) add(assignment.value);
  }
};

class Analyser {
 public:
  explicit Analyser(Statement& statement) : statement_(statement) {}

  // A part of the statement: reads that it makes, effects that it has.
  void add(const Select& select) { visit(select, 0, parts_.visitor()); }
  void add(const Insert& insert);
  void add(const Update& update) {
    parts_.add(update.table);
    parts_.lock(update.table, LockMode::row_exclusive);
    parts_.add(update.from);
    parts_.add(update.assignments);
    parts_.add(update.where);
    parts_.add(update.returning);
  }
  void add(const Delete& remove) {
    parts_.add(remove.table);
    parts_.lock(remove.table, LockMode::row_exclusive);
    parts_.add(remove.from);
    parts_.add(remove.where);
    parts_.add(remove.returning);
  }
  void add(const Cte& cte) {
    std::visit([this](const auto& body) { add(body); }, cte.body);
    if (!std::holds_alternative<Select>(cte.body)) parts_.has_side_effects = true;
  }

  void operator()(const Select& select) {
    add(select);
    finish(Verb::select, nullptr, select.columns, !decides_order(select));
  }
  void operator()(const Insert& insert) {
    add(insert);
    // Rows are returned, and identity columns are numbered, in the order of the source.
    finish(Verb::insert, insert.table, insert.returning_columns, !decides_order(*insert.source));
  }
  void operator()(const Update& update) {
    add(update);
    finish(Verb::update, update.table, update.returning_columns,
           !update.returning.empty() && !at_most_one_row(*update.table, update.from, update.where));
  }
  void operator()(const Delete& remove) {
    add(remove);
    finish(Verb::remove, remove.table, remove.returning_columns,
           !remove.returning.empty() && !at_most_one_row(*remove.table, remove.from, remove.where));
  }
  void operator()(const TransactionCommand&) { finish(Verb::transaction, nullptr, {}, false); }
  void operator()(const CreateTable&) { finish(Verb::create_table, nullptr, {}, false); }
  void operator()(const LockTable&) { finish(Verb::lock_table, nullptr, {}, false); }
  void operator()(const Truncate& truncate) {
    finish(Verb::truncate, truncate.tables.front(), {}, false);
  }
  void operator()(const SetSetting&) { finish(Verb::set, nullptr, {}, false); }
  void operator()(const ShowSetting& show) {
    finish(Verb::show, nullptr, {{show.name, Type::text}}, false);
  }
  void operator()(const Discard&) { finish(Verb::discard, nullptr, {}, false); }
  void operator()(const DropTable&) { finish(Verb::drop_table, nullptr, {}, false); }
  void operator()(const AlterTable&) { finish(Verb::alter_table, nullptr, {}, false); }
  void operator()(const CreateIndex&) { finish(Verb::create_index, nullptr, {}, false); }
  void operator()(const DropIndex&) { finish(Verb::drop_index, nullptr, {}, false); }
  void operator()(const CreateSchema&) { finish(Verb::create_schema, nullptr, {}, false); }
  void operator()(const DropSchema&) { finish(Verb::drop_schema, nullptr, {}, false); }
  void operator()(const CreateSequence&) { finish(Verb::create_sequence, nullptr, {}, false); }
  void operator()(const DropSequence&) { finish(Verb::drop_sequence, nullptr, {}, false); }

 private:
  void finish(Verb verb, const Table* target, const std::vector<OutputColumn>& columns,
              bool unordered) {
    statement_.verb = verb;
    statement_.target = target;
    statement_.columns = columns;
    statement_.reads = std::move(parts_.tables);
    statement_.locks = std::move(parts_.locks);
    statement_.uses_clock = parts_.uses_clock;
    statement_.has_side_effects = parts_.has_side_effects;
    statement_.unordered = unordered || parts_.open_choice;
    statement_.open_choice = parts_.open_choice;
  }

  Statement& statement_;
  Parts parts_;
};

void Analyser::add(const Insert& insert) {
  parts_.lock(insert.table, LockMode::row_exclusive);
  add(*insert.source);
  if (!insert.table->keys.empty()) parts_.add(insert.table);
  for (std::size_t n = 0; n < insert.defaults.size(); ++n) {
    const bool given =
        std::find(insert.columns.begin(), insert.columns.end(), n) != insert.columns.end();
    if (!given || !insert.value_is_default.empty()) parts_.add(insert.defaults[n]);
  }
  if (insert.on_conflict) {
    parts_.add(insert.on_conflict->assignments);
    parts_.add(insert.on_conflict->where);
  }
  parts_.add(insert.returning);
}

}  // namespace

void analyse(Statement& statement) {
  Analyser analyser(statement);
  for (const Cte& cte : statement.ctes) analyser.add(cte);
  std::visit(analyser, statement.bound);
}

}  // namespace racewindow
