// SPDX-License-Identifier: Apache-2.0
// FOR UPDATE and its weaker forms, clause by clause, as the server's transformLockingClause does.
#include <fmt/format.h>

#include <algorithm>

#include "sim/sql/bind.h"
#include "sim/sql/error.h"

namespace racewindow {
namespace {

struct LockClause {
  RowLock strength = RowLock::update;
  LockWait wait = LockWait::block;
};

std::string_view words(RowLock strength) {
  switch (strength) {
    case RowLock::key_share:
      return "FOR KEY SHARE";
    case RowLock::share:
      return "FOR SHARE";
    case RowLock::no_key_update:
      return "FOR NO KEY UPDATE";
    case RowLock::update:
      break;
  }
  return "FOR UPDATE";
}

LockClause clause_of(const Node& node) {
  node.only({"lockedRels", "strength", "waitPolicy"});
  const std::string strength = node.text("strength");
  const std::string wait = node.text("waitPolicy");
  return {strength == "LCS_FORKEYSHARE"      ? RowLock::key_share
          : strength == "LCS_FORSHARE"       ? RowLock::share
          : strength == "LCS_FORNOKEYUPDATE" ? RowLock::no_key_update
                                             : RowLock::update,
          wait == "LockWaitSkip"    ? LockWait::skip_locked
          : wait == "LockWaitError" ? LockWait::nowait
                                    : LockWait::block};
}

[[noreturn]] void not_allowed(const LockClause& clause, std::string_view with) {
  throw SqlError("0A000", fmt::format("{} is not allowed with {}", words(clause.strength), with));
}
[[noreturn]] void cannot_be_applied(const LockClause& clause, std::string_view to) {
  throw SqlError("0A000", fmt::format("{} cannot be applied to {}", words(clause.strength), to));
}

// Whether each row of the result is made of one row of each table.
void check_lockable(const Select& select, const LockClause& clause) {
  if (!select.union_all.empty()) not_allowed(clause, "UNION/INTERSECT/EXCEPT");
  if (select.distinct) not_allowed(clause, "DISTINCT clause");
  if (!select.group_by.empty()) not_allowed(clause, "GROUP BY clause");
  if (select.having) not_allowed(clause, "HAVING clause");
  if (!select.aggregates.empty()) not_allowed(clause, "aggregate functions");
}

void lock_all(Select& select, const LockClause& clause);

void lock_entry(Select& select, std::size_t index, const LockClause& clause) {
  RangeEntry& entry = select.from[index];
  if (entry.subquery) {
    Select inner = *entry.subquery;
    lock_all(inner, clause);
    entry.subquery = std::make_shared<const Select>(std::move(inner));
  }
  if (entry.is_lock_view) cannot_be_applied(clause, "pg_locks");
  if (entry.join == JoinKind::left && (entry.table != nullptr || entry.subquery)) {
    cannot_be_applied(clause, "the nullable side of an outer join");
  }
  if (entry.table == nullptr) return;
  const auto same = std::find_if(select.locking.begin(), select.locking.end(),
                                 [&](const RowLocking& locking) { return locking.entry == index; });
  if (same == select.locking.end()) {
    select.locking.push_back({static_cast<std::uint16_t>(index), clause.strength, clause.wait});
    return;
  }
  same->strength = std::max(same->strength, clause.strength);
  same->wait = std::max(same->wait, clause.wait);
}

void lock_all(Select& select, const LockClause& clause) {
  check_lockable(select, clause);
  for (std::size_t n = 0; n < select.from.size(); ++n) lock_entry(select, n, clause);
}

void lock_named(Select& select, const Node& relation, const LockClause& clause) {
  if (relation.has("schemaname") || relation.has("catalogname")) {
    throw SqlError(sqlstate::syntax_error, fmt::format("{} must specify unqualified relation names",
                                                       words(clause.strength)));
  }
  const std::string name = relation.text("relname");
  const auto found = std::find_if(select.from.begin(), select.from.end(),
                                  [&](const RangeEntry& entry) { return entry.alias == name; });
  if (found == select.from.end()) {
    throw SqlError(sqlstate::undefined_table,
                   fmt::format("relation \"{}\" in {} clause not found in FROM clause", name,
                               words(clause.strength)));
  }
  if (found->series) cannot_be_applied(clause, "a function");
  if (found->cte) cannot_be_applied(clause, "a WITH query");
  lock_entry(select, static_cast<std::size_t>(found - select.from.begin()), clause);
}

}  // namespace

void bind_locking(const Node& node, Select& select) {
  for (const Node& item : node.list("lockingClause")) {
    const LockClause clause = clause_of(item);
    if (!select.values.empty()) cannot_be_applied(clause, "VALUES");
    check_lockable(select, clause);
    const std::vector<Node> relations = item.list("lockedRels");
    if (relations.empty()) lock_all(select, clause);
    for (const Node& relation : relations) lock_named(select, relation, clause);
  }
}

}  // namespace racewindow
