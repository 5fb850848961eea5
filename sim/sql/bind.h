// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "sim/sql/bound.h"
#include "sim/sql/node.h"
#include "sim/sql/scope.h"
#include "sim/sql/types.h"

// The binder, from libpg_query's tree to the bound form. Each function takes a node it knows the
// kind of, resolves its names in the scope, and throws SqlError where the server would refuse the
// text and Broken where only we do.
namespace racewindow {

// bind_expr.cpp: scalar expressions. The result may be of unknown type (sim/sql/types.h).
[[nodiscard]] Expr bind_expr(Binding& binding, Scope& scope, const Node& node);
// A condition of the clause, "WHERE" in messages.
[[nodiscard]] Expr bind_condition(Binding& binding, Scope& scope, const Node& node,
                                  std::string_view of);

// bind_call.cpp: functions and aggregates.
[[nodiscard]] Expr bind_call(Binding& binding, Scope& scope, const Node& call);
// bind_store_call.cpp: those of sequences and settings, and pg_sleep; no value for other functions.
[[nodiscard]] std::optional<Expr> bind_store_call(Binding& binding, const Node& call,
                                                  const std::string& name, std::vector<Expr>& args);

// bind_select.cpp: SELECT, VALUES and UNION ALL. Outputs of unknown type become text, unless
// `keep_unknown`: then whoever uses the outputs decides.
[[nodiscard]] Select bind_select(Binding& binding, const Scope* outer, const Node& select,
                                 bool keep_unknown = false);
// The rows of VALUES lists, each expression as it stands. Throws 42601 when lengths differ.
[[nodiscard]] std::vector<std::vector<Expr>> bind_values(Binding& binding, Scope& scope,
                                                         const Node& select);

// bind_from.cpp: FROM into the select's range entries and the scope's names.
void bind_from(Binding& binding, Scope& scope, Select& select, const std::vector<Node>& items);
// bind_series.cpp: generate_series, the one function that may stand in FROM.
[[nodiscard]] Series bind_series(Binding& binding, Scope& scope, const Node& item);
// FROM of UPDATE or USING of DELETE: entries 1 …, the target is entry 0 of the scope.
[[nodiscard]] std::vector<RangeEntry> bind_joined(Binding& binding, Scope& scope,
                                                  const Table& target,
                                                  const std::vector<Node>& items);
// The table that a RangeVar names, by the alias it has there. Throws 42P01.
struct TableReference {
  const Table* table;
  std::string alias;
};
[[nodiscard]] TableReference bind_table(const Catalog& catalog, const Node& range_var);

// bind_locks.cpp: whether a RangeVar that is no WITH query means pg_locks; its columns; and whether
// a select that reads it asks no more than can be told.
[[nodiscard]] bool is_lock_view(const Node& range_var);
[[nodiscard]] std::vector<OutputColumn> lock_view_columns();
void check_lock_views(const Node& node, const Select& select);
// 'table'::regclass, to be compared with pg_locks.relation; no value for other nodes.
[[nodiscard]] std::optional<Expr> bind_regclass(const Binding& binding, const Node& node);

// bind_targets.cpp: a SELECT list or RETURNING, with the columns' names.
struct Targets {
  std::vector<Expr> outputs;
  std::vector<std::string> names;
};
[[nodiscard]] Targets bind_targets(Binding& binding, Scope& scope, const std::vector<Node>& list);
[[nodiscard]] std::vector<OutputColumn> columns_of(const Targets& targets);
// The name that an expression gives its column without AS; "" where it gives none.
[[nodiscard]] std::string natural_name(const Node& value);

// bind_order.cpp: GROUP BY, ORDER BY and DISTINCT of a SELECT with these targets; hidden outputs
// are added to the targets.
void bind_group_by(Binding& binding, Scope& scope, Select& select, const Targets& targets,
                   const std::vector<Node>& list);
void bind_order_by(Binding& binding, Scope& scope, Select& select, Targets& targets,
                   std::size_t visible, const std::vector<Node>& list);
void bind_union_order_by(Select& select, const std::vector<Node>& list);
// Throws 42803 where an output or HAVING depends on a column that is neither grouped nor
// aggregated.
void check_grouping(const Scope& scope, const Select& select);

// bind_locking.cpp: the FOR UPDATE clauses of a select that is otherwise bound.
void bind_locking(const Node& node, Select& select);

// bind_write.cpp: INSERT, UPDATE and DELETE.
[[nodiscard]] Insert bind_insert(Binding& binding, const Node& insert);
[[nodiscard]] Update bind_update(Binding& binding, const Node& update);
[[nodiscard]] Delete bind_delete(Binding& binding, const Node& remove);

// bind_create.cpp
[[nodiscard]] CreateTable bind_create_table(Binding& binding, const Node& create);

// bind_alter.cpp
[[nodiscard]] AlterTable bind_alter_table(Binding& binding, const Node& alter);
[[nodiscard]] AlterTable bind_rename(const Binding& binding, const Node& rename);

// bind_index.cpp
[[nodiscard]] CreateIndex bind_create_index(Binding& binding, const Node& index);
// The key that ON CONFLICT (…) [WHERE …] means. Throws SqlError 42P10.
[[nodiscard]] const UniqueKey& bind_inferred_arbiter(Binding& binding, const Table& table,
                                                     const Node& infer);

// bind_drop.cpp
[[nodiscard]] std::variant<DropTable, DropIndex, DropSequence, DropSchema> bind_drop(
    const Binding& binding, const Node& drop);

// bind_schema.cpp
[[nodiscard]] CreateSchema bind_create_schema(const Binding& binding, const Node& create);
[[nodiscard]] CreateSequence bind_create_sequence(const Binding& binding, const Node& create);

// bind_transaction.cpp
[[nodiscard]] TransactionCommand bind_transaction(const Node& transaction);
// ISOLATION LEVEL, READ ONLY, DEFERRABLE: the last of each counts.
void bind_transaction_modes(const std::vector<Node>& modes, TransactionCommand& command);

// bind_set.cpp
[[nodiscard]] std::variant<SetSetting, TransactionCommand> bind_set(const Node& set);
[[nodiscard]] ShowSetting bind_show(const Node& show);
[[nodiscard]] Discard bind_discard(const Node& discard);

// bind_tables.cpp
[[nodiscard]] LockTable bind_lock_table(const Binding& binding, const Node& lock);
[[nodiscard]] Truncate bind_truncate(const Binding& binding, const Node& truncate);

// bind_outputs.cpp: brings the outputs of a query to these types, which they can be cast to by
// assignment.
void cast_outputs(Binding& binding, Select& select, const std::vector<Type>& types);

}  // namespace racewindow
