// SPDX-License-Identifier: Apache-2.0
#include "sim/nearest.h"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <vector>

namespace racewindow {
namespace {

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);  // distances of a's prefix to each prefix of b
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t substituted = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({substituted, diagonal + 1, row[j] + 1});
    }
  }
  return row[b.size()];
}

}  // namespace

std::string nearest_name(std::string_view wrong, std::span<const std::string> names) {
  std::size_t best_distance = std::max<std::size_t>(2, wrong.size() / 3) + 1;
  std::string best;
  for (const std::string& name : names) {
    const std::size_t distance = edit_distance(wrong, name);
    if (distance < best_distance) {
      best_distance = distance;
      best = name;
    }
  }
  return best;
}

std::string did_you_mean(std::string_view wrong, std::span<const std::string> names) {
  const std::string name = nearest_name(wrong, names);
  return name.empty() ? "" : "; did you mean " + name + "?";
}

}  // namespace racewindow
