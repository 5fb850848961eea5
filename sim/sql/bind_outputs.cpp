// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "sim/sql/bind.h"

namespace racewindow {
namespace {

// Casts that keep equality and order, so that DISTINCT and ORDER BY mean the same after them.
bool keeps_order(const Select& select, const std::vector<Type>& types) {
  for (std::size_t n = 0; n < types.size(); ++n) {
    const Type from = select.columns[n].type;
    if (from != types[n] && !(is_integer(from) && is_integer(types[n]))) return false;
  }
  return true;
}

// SELECT its columns FROM (the query).
Select around(Select select) {
  Select outer;
  RangeEntry entry;
  outer.columns = select.columns;
  for (const OutputColumn& column : select.columns) {
    Expr output;
    output.op = Op::column;
    output.type = column.type;
    output.index = static_cast<std::uint32_t>(outer.outputs.size());
    outer.outputs.push_back(std::move(output));
    entry.types.push_back(column.type);
  }
  entry.subquery = std::make_shared<const Select>(std::move(select));
  outer.from.push_back(std::move(entry));
  return outer;
}

}  // namespace

void cast_outputs(Binding& binding, Select& select, const std::vector<Type>& types) {
  for (Select& arm : select.union_all) cast_outputs(binding, arm, types);
  const auto cast_row = [&](std::vector<Expr>& row, bool only_unknown) {
    for (std::size_t n = 0; n < types.size(); ++n) {
      if (only_unknown && row[n].type != Type::null) continue;
      row[n] = coerce(binding, std::move(row[n]), types[n]);
    }
  };
  const auto cast_rows = [&](bool only_unknown) {
    for (std::vector<Expr>& row : select.values) cast_row(row, only_unknown);
    if (select.union_all.empty() && select.values.empty()) {
      cast_row(select.outputs, only_unknown);
    }
  };
  cast_rows(true);
  for (std::size_t n = 0; n < types.size(); ++n) {
    if (select.columns[n].type == Type::null) select.columns[n].type = types[n];
  }
  const bool sorted = !select.order_by.empty() || select.distinct;
  if (sorted && !keeps_order(select, types)) select = around(std::move(select));
  cast_rows(false);
  for (std::size_t n = 0; n < types.size(); ++n) select.columns[n].type = types[n];
}

}  // namespace racewindow
