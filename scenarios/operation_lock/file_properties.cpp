// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <string_view>

#include "scenarios/operation_lock/operation_event.h"
#include "scenarios/operation_lock/properties.h"

namespace racewindow::operation_lock {
namespace {

// Pointer and parts of each file name one operation.
Finding mixed_file(const Files& files, const View& view) {
  const ViewRows& pointers = view[files.pointers];
  const ViewRows& parts = view[files.parts];
  for (std::size_t p = 0; p < pointers.size(); ++p) {
    for (std::size_t n = 0; n < parts.size(); ++n) {
      if (parts.at(n, 0) != pointers.at(p, 0) || parts.at(n, 1) != pointers.at(p, 1)) continue;
      if (parts.at(n, 3) == pointers.at(p, 2)) continue;
      return fmt::format(
          "expected pointer and parts of the {} from one operation, the pointer is "
          "from {} and part {} from {}",
          pointers.at(p, 1).as_text(), pointers.at(p, 2).as_text(), parts.at(n, 2).as_int(),
          parts.at(n, 3).as_text());
    }
  }
  return std::nullopt;
}

// Each result is about the files that its comparison points at. Pointers are in the order of
// comparison and role, so the original's row comes before the revision's.
Finding stale_result(const Files& files, const View& view) {
  const ViewRows& pointers = view[files.pointers];
  const ViewRows& results = view[files.results];
  for (std::size_t r = 0; r < results.size(); ++r) {
    for (std::size_t role = 0; role < 2; ++role) {
      const std::size_t p = 2 * r + role;
      if (pointers.at(p, 2) == results.at(r, 1 + role)) continue;
      return fmt::format(
          "expected the result to be about the {} from {}, it is about the one "
          "from {}",
          pointers.at(p, 1).as_text(), pointers.at(p, 2).as_text(),
          results.at(r, 1 + role).as_text());
    }
  }
  return std::nullopt;
}

Finding reparse_changed_file(const Files& files, const Event& event) {
  if (!is_call_step(files, event) || files.work[event.actor].operation != "reparse_file") {
    return std::nullopt;
  }
  for (const RowChange& change : event.changes()) {
    if (change.table->name != "comparison_file") continue;
    constexpr std::size_t path = 3;
    const auto before = event.before_cells(change);
    const auto after = event.after_cells(change);
    if (before[path] == after[path]) continue;
    return fmt::format("expected the reparse to keep {} as the file, it put {} back",
                       before[path].as_text(), after[path].as_text());
  }
  return std::nullopt;
}

}  // namespace

void add_file_properties(World& world) {
  const Files& files = world.files;
  world.scenario.final({"one-origin-at-rest", "Replace/Reparse-Parallelität",
                        "when all calls have ended, a file's pointer and its derived rows come "
                        "from one operation"},
                       [files](const Final& end) { return mixed_file(files, *end.view); });
  world.scenario.invariant(
      {"one-origin-to-readers", "Replace/Reparse-Parallelität",
       "whenever a reader looks, a file's pointer and its derived rows come from one operation"},
      [files](const View& view) { return mixed_file(files, view); });
  world.scenario.final(
      {"result-is-current", "Bewusst NICHT in diesem Schritt",
       "when all calls have ended, a comparison's result is about the files it points at"},
      [files](const Final& end) { return stale_result(files, *end.view); });
  world.scenario.monitor<NoState>(
      {"reparse-keeps-file", "Replace/Reparse-Parallelität",
       "a reparse never changes which file a pointer names"},
      {}, [files](NoState&, const Event& event) { return reparse_changed_file(files, event); });
}

}  // namespace racewindow::operation_lock
