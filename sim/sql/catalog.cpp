// SPDX-License-Identifier: Apache-2.0
#include "sim/sql/catalog.h"

#include <algorithm>

namespace racewindow {

const UniqueKey* Table::primary_key() const {
  const auto found =
      std::find_if(keys.begin(), keys.end(), [](const auto& k) { return k.primary; });
  return found == keys.end() ? nullptr : &*found;
}

std::size_t Table::find_column(std::string_view column) const {
  for (std::size_t n = 0; n < columns.size(); ++n) {
    if (columns[n].name == column) return n;
  }
  return npos;
}

const Table* Catalog::find(std::string_view name) const {
  for (const auto& table : tables_) {
    if (table->name == name) return table.get();
  }
  return nullptr;
}

const Table& Catalog::add(Table table) {
  table.id = tables_.size();
  tables_.push_back(std::make_unique<const Table>(std::move(table)));
  return *tables_.back();
}

}  // namespace racewindow
