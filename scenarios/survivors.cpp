// SPDX-License-Identifier: Apache-2.0
#include "scenarios/survivors.h"

#include <algorithm>

namespace racewindow {
namespace {

bool has_word(std::string_view words, std::string_view word) {
  while (!words.empty()) {
    const std::size_t blank = std::min(words.find(' '), words.size());
    if (words.substr(0, blank) == word) return true;
    words.remove_prefix(std::min(blank + 1, words.size()));
  }
  return false;
}

}  // namespace

std::string_view explain_survivor(std::span<const Survivor> known, std::string_view kind,
                                  std::string_view file, std::string_view change) {
  const std::string_view name = file.substr(file.rfind('/') + 1);
  const auto found = std::find_if(known.begin(), known.end(), [&](const Survivor& survivor) {
    return has_word(survivor.kinds, kind) && survivor.file == name &&
           change.find(survivor.change) != change.npos;
  });
  return found == known.end() ? std::string_view() : found->why;
}

}  // namespace racewindow
