// SPDX-License-Identifier: Apache-2.0
#include "sim/sql/names.h"

#include <fmt/format.h>

#include <optional>

#include "sim/sql/error.h"

namespace racewindow {
namespace {

void refuse_system_catalog(const Node& at, const QualifiedName& name) {
  if (name.schema == "pg_catalog" || name.schema == "information_schema" ||
      name.name.starts_with("pg_")) {
    at.refuse(fmt::format("system catalog {}", name.written));
  }
}

// One identifier at the start of a text, folded to lower case unless quoted; taken off the text.
std::optional<std::string> take_identifier(std::string_view& text) {
  std::string name;
  if (text.starts_with('"')) {
    std::size_t at = 1;
    for (; at < text.size(); ++at) {
      if (text[at] != '"') {
        name += text[at];
      } else if (text.substr(at + 1).starts_with('"')) {
        name += text[at++];
      } else {
        break;
      }
    }
    if (at >= text.size() || name.empty()) return std::nullopt;
    text.remove_prefix(at + 1);
    return name;
  }
  while (!text.empty() && text[0] != '.' && text[0] != ' ') {
    const char c = text[0];
    name += c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c;
    text.remove_prefix(1);
  }
  return name.empty() ? std::nullopt : std::optional(name);
}

void skip_spaces(std::string_view& text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
}

}  // namespace

QualifiedName qualified_name(const Node& range_var) {
  if (range_var.has("catalogname")) range_var.refuse("catalogname");
  const std::string name = range_var.text("relname");
  if (!range_var.has("schemaname")) return qualified_name(range_var, {name});
  return qualified_name(range_var, {range_var.text("schemaname"), name});
}

QualifiedName qualified_name(const Node& at, const std::vector<std::string>& parts) {
  if (parts.size() > 2) at.refuse("catalogname");
  QualifiedName name{std::string(kPublic), parts.back(), parts.back()};
  if (parts.size() == 2) {
    name.schema = parts[0];
    name.written = parts[0] + "." + parts[1];
  }
  refuse_system_catalog(at, name);
  return name;
}

QualifiedName parse_qualified_name(const Catalog& catalog, std::string_view text) {
  const SqlError invalid("42602", "invalid name syntax");
  std::vector<std::string> parts;
  skip_spaces(text);
  while (true) {
    auto part = take_identifier(text);
    if (!part) throw invalid;
    parts.push_back(std::move(*part));
    skip_spaces(text);
    if (text.empty()) break;
    if (text[0] != '.') throw invalid;
    text.remove_prefix(1);
    skip_spaces(text);
  }
  if (parts.size() > 2) throw invalid;
  if (parts.size() == 1) return {std::string(kPublic), parts[0], parts[0]};
  require_schema(catalog, parts[0]);
  return {parts[0], parts[1], parts[0] + "." + parts[1]};
}

void require_schema(const Catalog& catalog, std::string_view schema) {
  if (catalog.has_schema(schema)) return;
  throw SqlError("3F000", fmt::format("schema \"{}\" does not exist", schema));
}

}  // namespace racewindow
