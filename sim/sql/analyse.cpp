// SPDX-License-Identifier: Apache-2.0
#include "sim/sql/analyse.h"

#include <algorithm>

#include "sim/sql/visit.h"

namespace racewindow {
namespace {

// A column of range entry `entry` of the query itself.
bool is_own_column(const Expr& expr, std::size_t entry) {
  return expr.op == Op::column && expr.level == 0 && expr.entry == entry;
}

// Whether an expression has one value for all rows of the query.
bool is_fixed(const Expr& expr) {
  bool fixed = !expr.subquery;
  for_each_column(expr, [&](const Expr&, unsigned level) { fixed = fixed && level > 0; });
  return fixed;
}

// Collects the columns of an entry that the conjuncts of a condition set equal to a fixed value.
void collect_pinned(const Expr& condition, std::size_t entry, std::vector<std::size_t>& pinned) {
  if (condition.op == Op::logical_and) {
    for (const Expr& arg : condition.args) collect_pinned(arg, entry, pinned);
  } else if (condition.op == Op::equal) {
    for (const std::size_t side : {std::size_t{0}, std::size_t{1}}) {
      const Expr& column = condition.args[side];
      if (is_own_column(column, entry) && is_fixed(condition.args[1 - side])) {
        pinned.push_back(column.index);
      }
    }
  }
}

std::vector<std::size_t> pinned_columns(const std::optional<Expr>& where, std::size_t entry) {
  std::vector<std::size_t> pinned;
  if (where) collect_pinned(*where, entry, pinned);
  return pinned;
}

// Whether rows of the table that agree on these columns are the same row.
bool has_key_within(const Table& table, const std::vector<std::size_t>& columns, bool with_nulls) {
  return std::any_of(table.keys.begin(), table.keys.end(), [&](const UniqueKey& key) {
    return std::all_of(key.columns.begin(), key.columns.end(), [&](std::size_t column) {
      return std::find(columns.begin(), columns.end(), column) != columns.end() &&
             (table.columns[column].not_null || !with_nulls);
    });
  });
}

bool at_most_one_row(const Table& table, const std::optional<Expr>& where) {
  return has_key_within(table, pinned_columns(where, 0), false);
}

bool is_inner(const RangeEntry& entry) {
  return entry.join != JoinKind::left;
}

bool at_most_one_row(const Select& select) {
  if (!select.union_all.empty()) return false;
  if (!select.values.empty()) return select.values.size() == 1;
  if (select.grouped && select.group_by.empty()) return true;
  for (std::size_t n = 0; n < select.from.size(); ++n) {
    const RangeEntry& entry = select.from[n];
    if (entry.subquery) {
      if (!at_most_one_row(*entry.subquery)) return false;
      continue;
    }
    std::vector<std::size_t> pinned = pinned_columns(select.where, n);
    if (entry.on) collect_pinned(*entry.on, n, pinned);
    if (!has_key_within(*entry.table, pinned, false)) return false;
  }
  return true;
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

// ORDER BY over a key of every entry. An entry that a LEFT JOIN may leave NULL is never two rows
// that differ only in that, so its key counts as well.
bool sorts_by_keys(const Select& select) {
  for (std::size_t n = 0; n < select.from.size(); ++n) {
    const RangeEntry& entry = select.from[n];
    if (entry.subquery) return false;
    std::vector<std::size_t> decided = pinned_columns(select.where, n);
    if (entry.on && is_inner(entry)) collect_pinned(*entry.on, n, decided);
    for (const SortKey& key : select.order_by) {
      const Expr& output = select.outputs[key.output];
      if (is_own_column(output, n)) decided.push_back(output.index);
    }
    if (!has_key_within(*entry.table, decided, true)) return false;
  }
  return true;
}

// Whether ORDER BY leaves nothing open: rows that it does not tell apart are equal.
bool decides_order(const Select& select) {
  if (at_most_one_row(select)) return true;
  if (select.order_by.empty()) return false;
  if (sorts_by_all_columns(select)) return true;
  if (!select.union_all.empty() || !select.values.empty() || select.distinct) return false;
  return select.grouped ? sorts_by_groups(select) : sorts_by_keys(select);
}

// What a statement is made of, as far as it decides on results.
struct Parts {
  std::vector<const Table*> tables;
  bool uses_clock = false;
  bool open_choice = false;  // a LIMIT somewhere that no order decides

  void add(const Table* table) {
    if (std::find(tables.begin(), tables.end(), table) == tables.end()) tables.push_back(table);
  }
  [[nodiscard]] Visitor visitor() {
    return {[this](const Expr& expr, unsigned) {
              uses_clock =
                  uses_clock ||
                  (expr.op == Op::function &&
                   (expr.function == Function::now || expr.function == Function::clock_timestamp));
              return true;
            },
            [this](const Select& select) {
              for (const RangeEntry& entry : select.from) {
                if (entry.table != nullptr) add(entry.table);
              }
              if ((select.limit || select.offset) && !decides_order(select)) open_choice = true;
            }};
  }
  void add(const Expr& expr) { visit(expr, 0, visitor()); }
  void add(const std::vector<Expr>& exprs) {
    for (const Expr& expr : exprs) add(expr);
  }
  void add(const std::optional<Expr>& expr) {
    if (expr) add(*expr);
  }
  void add(const std::vector<Assignment>& assignments) {
    for (const Assignment& assignment : assignments) add(assignment.value);
  }
};

class Analyser {
 public:
  explicit Analyser(Statement& statement) : statement_(statement) {}

  void operator()(const Select& select) {
    visit(select, 0, parts_.visitor());
    finish(Verb::select, nullptr, select.columns, !decides_order(select));
  }
  void operator()(const Insert& insert) {
    visit(*insert.source, 0, parts_.visitor());
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
    // VALUES are inserted, and returned, in the order they are written in.
    const bool in_order = !insert.source->values.empty() || decides_order(*insert.source);
    finish(Verb::insert, insert.table, insert.returning_columns, !in_order);
  }
  void operator()(const Update& update) {
    parts_.add(update.table);
    parts_.add(update.assignments);
    parts_.add(update.where);
    parts_.add(update.returning);
    finish(Verb::update, update.table, update.returning_columns,
           !update.returning.empty() && !at_most_one_row(*update.table, update.where));
  }
  void operator()(const Delete& remove) {
    parts_.add(remove.table);
    parts_.add(remove.where);
    parts_.add(remove.returning);
    finish(Verb::remove, remove.table, remove.returning_columns,
           !remove.returning.empty() && !at_most_one_row(*remove.table, remove.where));
  }
  void operator()(const TransactionCommand&) { finish(Verb::transaction, nullptr, {}, false); }
  void operator()(const CreateTable&) { finish(Verb::create_table, nullptr, {}, false); }

 private:
  void finish(Verb verb, const Table* target, const std::vector<OutputColumn>& columns,
              bool unordered) {
    statement_.verb = verb;
    statement_.target = target;
    statement_.columns = columns;
    statement_.reads = std::move(parts_.tables);
    statement_.uses_clock = parts_.uses_clock;
    statement_.unordered = unordered || parts_.open_choice;
  }

  Statement& statement_;
  Parts parts_;
};

}  // namespace

void analyse(Statement& statement) {
  std::visit(Analyser(statement), statement.bound);
}

}  // namespace racewindow
