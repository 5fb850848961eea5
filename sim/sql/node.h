// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <initializer_list>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "sim/sql/parse.h"

namespace racewindow {

// A node of libpg_query's JSON tree, read so that nothing in it can be ignored by accident: whoever
// binds a node first states with `only` which of its fields it understands, and any other field
// that is present is refused by name and place. libpg_query leaves out fields that hold zero, false
// or nothing.
//
// A cheap value that points into the tree and the source, which must outlive it.
class Node {
 public:
  // The fields of a node whose kind is known from where it stands.
  Node(const Source& source, std::string_view kind, const nlohmann::json& fields,
       std::size_t location);
  // A node wrapped in an object that names its kind: {"ColumnRef": {…}}.
  Node(const Source& source, const nlohmann::json& wrapped, std::size_t location);

  [[nodiscard]] std::string_view kind() const { return kind_; }
  [[nodiscard]] bool is(std::string_view kind) const { return kind_ == kind; }
  // Byte offset in the source; that of the node around it where the tree gives none.
  [[nodiscard]] std::size_t location() const { return location_; }

  // This node. Throws Broken naming a field that is present and not in the list.
  const Node& only(std::initializer_list<std::string_view> fields) const;

  [[nodiscard]] bool has(std::string_view field) const;
  // Requires: the field is there.
  [[nodiscard]] Node child(std::string_view field) const;                        // wrapped
  [[nodiscard]] Node part(std::string_view field, std::string_view kind) const;  // not wrapped
  // The wrapped members of a list; none where the field is absent.
  [[nodiscard]] std::vector<Node> list(std::string_view field) const;
  // The members of a list of String nodes.
  [[nodiscard]] std::vector<std::string> names(std::string_view field) const;
  [[nodiscard]] std::string text(std::string_view field) const;     // "" where absent
  [[nodiscard]] std::int64_t number(std::string_view field) const;  // 0 where absent
  // The value of an A_Const that is an integer literal.
  [[nodiscard]] std::int64_t integer() const;
  [[nodiscard]] bool flag(std::string_view field) const;  // false where absent

  // Throws Broken("unsupported", "<construct> at line …, column …"). Enumerators and kinds of the
  // tree are given the names that SQL has for them.
  [[noreturn]] void refuse(std::string_view construct) const;
  // Refuses the node by its kind.
  [[noreturn]] void refuse() const;

 private:
  [[noreturn]] void refuse_field(std::string_view field, const nlohmann::json& value) const;
  [[noreturn]] void refuse_at(std::string_view construct, std::size_t at,
                              const nlohmann::json& around) const;

  const Source* source_;
  std::string_view kind_;
  const nlohmann::json* fields_;
  std::size_t location_;
  bool located_ = false;  // the tree gives this node's own location
};

}  // namespace racewindow
