// SPDX-License-Identifier: Apache-2.0
#include "sim/spec/spec_session.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>
#include <utility>
#include <variant>

#include "sim/spec/read_spec.h"
#include "sim/sql/parse.h"

namespace racewindow {
namespace {

// The kind of a BEGIN, COMMIT, …; empty for any other statement.
std::string transaction_kind(const nlohmann::json& tree) {
  const nlohmann::json& statement = tree.at("stmts").at(0).at("stmt");
  const auto found = statement.find("TransactionStmt");
  return found == statement.end() ? "" : found->value("kind", "");
}

// Errors after which there is no connection any more.
bool ends_connection(std::string_view state) {
  return state.starts_with("08") || state == "25P03" || state == "57P01";
}

}  // namespace

SessionScript::SessionScript(const Spec& spec, const SpecSession& session, const std::string& file)
    : summary_(session.name + ":") {
  if (session.setup) add("setup", *session.setup, file);
  for (const std::size_t step : session.steps) {
    const std::string& name = spec.steps[step].name;
    add(name, spec.steps[step].block, file);
    summary_ += (summary_.back() == ':' ? " " : ", ") + name;
  }
}

void SessionScript::add(const std::string& name, const SqlBlock& block, const std::string& file) {
  // As the server does: nothing of a block is carried out if any of it cannot be parsed.
  const auto parsed = parse(block.sql);
  if (const auto* error = std::get_if<SqlError>(&parsed)) {
    throw BadSpec(block.place, error->message());
  }
  const Text* const called = intern(name);
  const auto place_at = [&](std::size_t offset) {
    const auto lines = std::count(block.sql.begin(), std::next(block.sql.begin(), offset), '\n');
    return SourcePlace(*intern(file), static_cast<std::uint_least32_t>(block.place.line + lines));
  };
  const auto sql = [&](const std::string& text, std::size_t offset) {
    return Sql(intern(text), place_at(offset), called);
  };
  Block read{{}, sql("BEGIN", 0), sql("COMMIT", block.sql.size()), sql("ROLLBACK", 0)};
  std::size_t at = 0;
  for (const std::string& text : split_statements(block.sql)) {
    const std::string kind = transaction_kind(std::get<nlohmann::json>(parse(text)));
    Command command{sql(text, block.sql.find(text, at)), Effect::none};
    if (kind == "TRANS_STMT_BEGIN" || kind == "TRANS_STMT_START") command.effect = Effect::begins;
    if (kind == "TRANS_STMT_COMMIT" || kind == "TRANS_STMT_ROLLBACK") command.effect = Effect::ends;
    at = block.sql.find(text, at) + text.size();
    read.commands.push_back(command);
  }
  blocks_.push_back(std::move(read));
}

void SessionScript::run(Context& context) const {
  Session session = context.session();
  bool in_transaction = false;
  for (const Block& block : blocks_) {
    if (!run_block(session, block, in_transaction)) return;
  }
}

// Returns whether there is still a connection.
bool SessionScript::run_block(Session& session, const Block& block, bool& in_transaction) {
  bool is_own = false;  // the transaction that is open is the block's
  std::string failed;   // an SQLSTATE
  try {
    for (const Command& command : block.commands) {
      const bool is_plain = command.effect == Effect::none;
      if (is_plain && block.commands.size() > 1 && !in_transaction && !is_own) {
        session.exec(block.begin);
        is_own = true;
      }
      if (!is_plain) {
        is_own = false;
        in_transaction = command.effect == Effect::begins;
      }
      session.exec(command.sql);
    }
    if (std::exchange(is_own, false)) session.exec(block.commit);
  } catch (const SqlError& error) {
    failed = error.sqlstate();
  }
  if (ends_connection(failed)) return false;
  if (is_own) {
    try {
      session.exec(block.rollback);
    } catch (const SqlError& error) {
      return !ends_connection(error.sqlstate());
    }
  }
  return true;
}

}  // namespace racewindow
