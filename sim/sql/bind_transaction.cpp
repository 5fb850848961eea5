// SPDX-License-Identifier: Apache-2.0
#include "sim/sql/bind.h"

namespace racewindow {
namespace {

using Kind = TransactionCommand::Kind;

IsolationLevel isolation_of(std::string_view level) {  // as the grammar wrote it
  if (level == "repeatable read") return IsolationLevel::repeatable_read;
  if (level == "serializable") return IsolationLevel::serializable;
  return IsolationLevel::read_committed;  // READ UNCOMMITTED is the same
}

}  // namespace

void bind_transaction_modes(const std::vector<Node>& modes, TransactionCommand& command) {
  for (const Node& mode : modes) {
    mode.only({"defname", "arg", "defaction"});
    const Node arg = mode.child("arg");
    const std::string name = mode.text("defname");
    if (name == "transaction_isolation") {
      command.isolation = isolation_of(arg.part("sval", "String").text("sval"));
    } else if (name == "transaction_read_only") {
      command.read_only = arg.part("ival", "Integer").number("ival") != 0;
    } else {
      command.deferrable = arg.part("ival", "Integer").number("ival") != 0;
    }
  }
}

TransactionCommand bind_transaction(const Node& node) {
  struct Row {
    std::string_view name;
    Kind kind;
  };
  constexpr Row kKinds[] = {{"TRANS_STMT_BEGIN", Kind::begin},
                            {"TRANS_STMT_START", Kind::begin},
                            {"TRANS_STMT_COMMIT", Kind::commit},
                            {"TRANS_STMT_ROLLBACK", Kind::rollback},
                            {"TRANS_STMT_SAVEPOINT", Kind::savepoint},
                            {"TRANS_STMT_RELEASE", Kind::release},
                            {"TRANS_STMT_ROLLBACK_TO", Kind::rollback_to}};
  const std::string name = node.only({"kind", "options", "savepoint_name", "gid"}).text("kind");
  for (const Row& row : kKinds) {
    if (row.name != name) continue;
    TransactionCommand command;
    command.kind = row.kind;
    command.savepoint = node.text("savepoint_name");
    bind_transaction_modes(node.list("options"), command);
    return command;
  }
  node.refuse("two-phase commit");
}

}  // namespace racewindow
