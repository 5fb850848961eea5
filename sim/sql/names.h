// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "sim/sql/catalog.h"
#include "sim/sql/node.h"

namespace racewindow {

// The name of a relation, with its schema where one is stated.
struct QualifiedName {
  std::string schema;
  std::string name;
  std::string written;  // as messages repeat it: "t", "s.t"
};

// From a RangeVar, or the parts of a dotted name. System catalogs are refused.
[[nodiscard]] QualifiedName qualified_name(const Node& range_var);
[[nodiscard]] QualifiedName qualified_name(const Node& at, const std::vector<std::string>& parts);
// From a text such as 'Seq' or 'public."Seq"'. Throws SqlError 42602, and 3F000 for no such schema.
[[nodiscard]] QualifiedName parse_qualified_name(const Catalog& catalog, std::string_view text);

// Throws SqlError 3F000.
void require_schema(const Catalog& catalog, std::string_view schema);

}  // namespace racewindow
