// SPDX-License-Identifier: Apache-2.0
#include "guards/portal_push/walk.h"

#include <algorithm>
#include <utility>

namespace racewindow::portal_push {

Tree walk_exposed(Context& ctx, const Account& account) {
  constexpr char walk[] =
      "UPDATE tree SET walked = true WHERE accountid = $1 AND version = "
      "(SELECT version FROM exposure WHERE accountid = $1) "
      "RETURNING position, relpath";
  const Rows rows = ctx.external("walk", walk, account.id);
  std::vector<std::pair<std::int64_t, std::string>> found;
  for (std::size_t n = 0; n < rows.size(); ++n) {
    found.emplace_back(rows.get<std::int64_t>(n, 0).value(), rows.get<std::string>(n, 1).value());
  }
  std::sort(found.begin(), found.end());  // RETURNING promises no order

  Tree tree;
  for (auto& [position, relpath] : found) {
    if (position > 0) tree.push_back(std::move(relpath));
  }
  return tree;
}

void expose_version(Context& ctx, const Account& account, std::int64_t version) {
  ctx.external("edit data-portal.json", "UPDATE exposure SET version = $2 WHERE accountid = $1",
               account.id, version);
}

}  // namespace racewindow::portal_push
