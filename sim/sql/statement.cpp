// SPDX-License-Identifier: Apache-2.0
#include "sim/sql/statement.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "sim/sql/analyse.h"
#include "sim/sql/bind.h"

namespace racewindow {
namespace {

using Bound = decltype(Statement::bound);

Bound bind_statement(Binding& binding, const Node& node) {
  if (node.is("SelectStmt")) return bind_select(binding, nullptr, node);
  if (node.is("InsertStmt")) return bind_insert(binding, node);
  if (node.is("UpdateStmt")) return bind_update(binding, node);
  if (node.is("DeleteStmt")) return bind_delete(binding, node);
  if (node.is("TransactionStmt")) return bind_transaction(node);
  if (node.is("VariableSetStmt")) {
    return std::visit([](auto set) -> Bound { return set; }, bind_set(node));
  }
  if (node.is("VariableShowStmt")) return bind_show(node);
  if (node.is("DiscardStmt")) return bind_discard(node);
  if (node.is("LockStmt")) return bind_lock_table(binding, node);
  if (node.is("TruncateStmt")) return bind_truncate(binding, node);
  if (node.is("AlterTableStmt")) return bind_alter_table(binding, node);
  if (node.is("RenameStmt")) return bind_rename(binding, node);
  if (node.is("IndexStmt")) return bind_create_index(binding, node);
  if (node.is("DropStmt")) {
    return std::visit([](auto drop) -> Bound { return drop; }, bind_drop(binding, node));
  }
  if (node.is("CreateSchemaStmt")) return bind_create_schema(binding, node);
  if (node.is("CreateSeqStmt")) return bind_create_sequence(binding, node);
  if (node.is("CreateStmt")) {
    CreateTable create = bind_create_table(binding, node);
    if (!binding.params.empty()) {
      throw SqlError("42P02", fmt::format("there is no parameter ${}", binding.params.size()));
    }
    return create;
  }
  node.refuse();
}

void check_params(const std::vector<Type>& params) {
  const auto unknown = std::find(params.begin(), params.end(), Type::null);
  if (unknown == params.end()) return;
  throw SqlError("42P18", fmt::format("could not determine data type of parameter ${}",
                                      unknown - params.begin() + 1));
}

}  // namespace

std::string_view verb_name(Verb verb) {
  switch (verb) {
    case Verb::select:
      return "SELECT";
    case Verb::insert:
      return "INSERT";
    case Verb::update:
      return "UPDATE";
    case Verb::remove:
      return "DELETE";
    case Verb::transaction:
      return "TRANSACTION";
    case Verb::create_table:
      return "CREATE TABLE";
    case Verb::lock_table:
      return "LOCK TABLE";
    case Verb::truncate:
      return "TRUNCATE";
    case Verb::set:
      return "SET";
    case Verb::show:
      return "SHOW";
    case Verb::discard:
      return "DISCARD";
    case Verb::drop_table:
      return "DROP TABLE";
    case Verb::alter_table:
      return "ALTER TABLE";
    case Verb::create_index:
      return "CREATE INDEX";
    case Verb::drop_index:
      return "DROP INDEX";
    case Verb::create_schema:
      return "CREATE SCHEMA";
    case Verb::drop_schema:
      return "DROP SCHEMA";
    case Verb::create_sequence:
      return "CREATE SEQUENCE";
    case Verb::drop_sequence:
      return "DROP SEQUENCE";
  }
  return "";
}

std::variant<Statement, SqlError> bind_statement(const Catalog& catalog, std::string_view text) {
  const auto parsed = parse(text);
  if (const auto* error = std::get_if<SqlError>(&parsed)) return *error;
  const auto& tree = std::get<nlohmann::json>(parsed);
  const std::size_t count = tree.contains("stmts") ? tree.at("stmts").size() : 0;
  if (count > 1) {
    return SqlError(sqlstate::syntax_error,
                    "cannot insert multiple commands into a prepared statement");
  }
  if (count == 0) throw Broken("unsupported", "empty statement at line 1, column 1");
  const Source source(text);
  try {
    Binding binding{.catalog = catalog, .source = source};
    Statement statement;
    statement.text = text;
    statement.bound = bind_statement(binding, Node(source, tree.at("stmts").at(0).at("stmt"), 0));
    check_params(binding.params);
    statement.param_types = std::move(binding.params);
    statement.ctes = std::move(binding.ctes);
    analyse(statement);
    return statement;
  } catch (const SqlError& error) {
    return error;
  }
}

std::variant<const Statement*, SqlError> StatementCache::prepare(std::string_view text) {
  const Text* interned = intern(text);
  const std::uint64_t version = catalog_->version();
  const auto at = std::lower_bound(entries_.begin(), entries_.end(), interned,
                                   [version](const Entry& entry, const Text* wanted) {
                                     return std::pair(entry.text->digest, entry.version) <
                                            std::pair(wanted->digest, version);
                                   });
  if (at != entries_.end() && at->text == interned && at->version == version) return at->statement;
  auto bound = bind_statement(*catalog_, text);
  if (auto* error = std::get_if<SqlError>(&bound)) return std::move(*error);
  auto& statement = std::get<Statement>(bound);
  statement.index = statements_.size();
  statements_.push_back(std::make_unique<const Statement>(std::move(statement)));
  return entries_.insert(at, Entry{interned, version, statements_.back().get()})->statement;
}

bool is_definition(const Statement& statement) {
  switch (statement.verb) {
    case Verb::create_table:
    case Verb::drop_table:
    case Verb::alter_table:
    case Verb::create_index:
    case Verb::drop_index:
    case Verb::create_schema:
    case Verb::drop_schema:
    case Verb::create_sequence:
    case Verb::drop_sequence:
    case Verb::truncate:
      return true;
    default:
      return false;
  }
}

}  // namespace racewindow
