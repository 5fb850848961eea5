// SPDX-License-Identifier: Apache-2.0
#include "scenarios/portal_push/portal_view.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace racewindow::portal_push {

std::int64_t pointer_of(const Portal& portal, const View& view, std::string_view id) {
  const ViewRows& rows = view[portal.pointers];
  for (std::size_t n = 0; n < rows.size(); ++n) {
    if (rows.at(n, 0).as_text() == id) return rows.at(n, 1).as_int();
  }
  return 0;
}

Tree visible_tree(const Portal& portal, const View& view, std::string_view id) {
  const ViewRows& rows = view[portal.visible];
  Tree tree;
  for (std::size_t n = 0; n < rows.size(); ++n) {
    if (rows.at(n, 0).as_text() == id) tree.emplace_back(rows.at(n, 1).as_text());
  }
  std::sort(tree.begin(), tree.end());
  return tree;
}

std::vector<Tree> complete_trees(const Portal& portal, const View& view, std::string_view id) {
  const ViewRows& rows = view[portal.complete];
  std::vector<Tree> trees;
  for (std::size_t n = 0; n < rows.size(); ++n) {
    if (rows.at(n, 0).as_text() != id) continue;
    if (rows.at(n, 2).as_int() == 0) {
      trees.emplace_back();  // position 0, the account's own directory, opens a version
    } else {
      trees.back().emplace_back(rows.at(n, 3).as_text());
    }
  }
  for (Tree& tree : trees) std::sort(tree.begin(), tree.end());
  return trees;
}

bool is_complete(const Tree& listing, const std::vector<Tree>& complete) {
  return std::find(complete.begin(), complete.end(), listing) != complete.end();
}

bool is_partial(const Tree& listing, const std::vector<Tree>& complete) {
  if (is_complete(listing, complete)) return false;
  if (listing.empty()) return true;
  return std::any_of(complete.begin(), complete.end(), [&](const Tree& tree) {
    return std::includes(tree.begin(), tree.end(), listing.begin(), listing.end());
  });
}

std::string to_text(const Tree& tree) {
  return fmt::format("{{{}}}", fmt::join(tree, ", "));
}

std::string to_text(const std::vector<Tree>& trees) {
  std::string text;
  for (const Tree& tree : trees) {
    if (!text.empty()) text += " or ";
    text += to_text(tree);
  }
  return text;
}

}  // namespace racewindow::portal_push
