// SPDX-License-Identifier: Apache-2.0
#include "sim/sql/bind.h"

namespace racewindow {
namespace {

using Kind = TransactionCommand::Kind;

IsolationLevel bind_isolation(const Node& option) {
  option.only({"defname", "arg", "defaction"});
  if (option.text("defname") != "transaction_isolation") option.refuse("READ ONLY or DEFERRABLE");
  const std::string level =
      option.child("arg").part("sval", "String").text("sval");  // as the grammar wrote it
  if (level == "repeatable read") return IsolationLevel::repeatable_read;
  if (level == "serializable") return IsolationLevel::serializable;
  return IsolationLevel::read_committed;  // READ UNCOMMITTED is the same
}

}  // namespace

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
    for (const Node& option : node.list("options")) command.isolation = bind_isolation(option);
    return command;
  }
  node.refuse("two-phase commit");
}

}  // namespace racewindow
