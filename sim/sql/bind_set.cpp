// SPDX-License-Identifier: Apache-2.0
// SET, RESET and SHOW; DISCARD.
#include <fmt/format.h>

#include "sim/sql/bind.h"
#include "sim/sql/error.h"
#include "sim/sql/settings.h"

namespace racewindow {
namespace {

std::string value_text(const Node& value) {
  if (!value.is("A_Const")) value.refuse();
  if (value.has("sval")) return value.part("sval", "String").text("sval");
  if (value.has("fval")) return value.part("fval", "Float").text("fval");
  return std::to_string(value.integer());
}

// SET search_path = a, b. Names that state no schema mean `public` here, so it must come first.
std::string search_path_of(const Node& node, const std::vector<Node>& values) {
  std::string path;
  std::string first;
  for (const Node& value : values) {
    const std::string schema = value_text(value);
    if (first.empty() && schema != "$user" && schema != "pg_catalog") first = schema;
    const bool plain =
        schema.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_") == std::string::npos &&
        !schema.empty();
    path += (path.empty() ? "" : ", ") + (plain ? schema : "\"" + schema + "\"");
  }
  if (first != kPublic) node.refuse("search_path that does not start with public");
  return path;
}

// SET SESSION CHARACTERISTICS AS TRANSACTION: the defaults of the transactions to come.
SetSetting bind_characteristics(const Node& node) {
  TransactionCommand modes;
  bind_transaction_modes(node.list("args"), modes);
  if (modes.read_only || modes.deferrable) node.refuse("READ ONLY or DEFERRABLE as a default");
  SetSetting set;
  set.name = "default_transaction_isolation";
  set.value = value_text(node.list("args").back().child("arg"));
  return set;
}

}  // namespace

std::variant<SetSetting, TransactionCommand> bind_set(const Node& node) {
  node.only({"kind", "name", "args", "is_local"});
  const std::string kind = node.text("kind");
  SetSetting set;
  set.local = node.flag("is_local");
  if (kind == "VAR_RESET_ALL") return set;
  if (kind == "VAR_SET_MULTI") {
    if (node.text("name") == "SESSION CHARACTERISTICS") return bind_characteristics(node);
    if (node.text("name") != "TRANSACTION") node.refuse("SET TRANSACTION SNAPSHOT");
    TransactionCommand command;
    command.kind = TransactionCommand::Kind::set_modes;
    bind_transaction_modes(node.list("args"), command);
    return command;
  }
  const Setting& setting = find_setting(node, node.text("name"));
  set.name = setting.name;
  if (setting.name == "transaction_isolation") node.refuse("SET transaction_isolation");
  if (kind == "VAR_RESET" || kind == "VAR_SET_DEFAULT") return set;
  if (kind != "VAR_SET_VALUE") node.refuse("SET FROM CURRENT");
  const std::vector<Node> values = node.list("args");
  if (setting.name == "search_path") {
    set.value = search_path_of(node, values);
  } else if (values.size() > 1) {
    throw SqlError("22023", fmt::format("SET {} takes only one argument", setting.name));
  } else {
    set.value = canonical_value(setting, value_text(values[0]));
  }
  return set;
}

ShowSetting bind_show(const Node& node) {
  const std::string name = node.only({"name"}).text("name");
  if (name == "all") node.refuse("SHOW ALL");
  return {std::string(find_setting(node, name).name)};
}

Discard bind_discard(const Node& node) {
  const std::string target = node.only({"target"}).text("target");
  if (target == "DISCARD_PLANS") return {Discard::What::plans};
  if (target == "DISCARD_SEQUENCES") return {Discard::What::sequences};
  if (target == "DISCARD_TEMP") return {Discard::What::temporary};
  return {Discard::What::all};
}

}  // namespace racewindow
