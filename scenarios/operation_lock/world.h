// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "guards/operation_lock/operation.h"
#include "scenarios/operation_lock/designs.h"
#include "sim/scenario.h"

namespace racewindow::operation_lock {

// Which file an actor's calls are about, and as what they lock it.
struct Work {
  std::string comparison_id;
  std::string role;
  std::string operation;

  [[nodiscard]] bool same_file(const Work& other) const {
    return comparison_id == other.comparison_id && role == other.role;
  }
};

// What properties know of a world beside its views. Actors that call are declared before all
// others, so that `work` is indexed by actor.
struct Files {
  std::vector<Work> work;
  ViewHandle pointers;  // comparison_id, role, operation_id
  ViewHandle parts;     // comparison_id, role, part, operation_id
  ViewHandle results;   // comparison_id, original, revision
};

struct Operations;  // scenarios/operation_lock/operation_event.h

// How a design is called: a replace, or a reparse around it.
struct Caller {
  Design design;
  std::optional<PoolHandle> pool;  // of the API, where the design depends on its connections

  Ended operator()(Context& ctx, const FileRequest& request) const;
};

// The comparisons and the scenario about them, under construction.
struct World {
  Scenario scenario;
  Files files;
  Caller call;
  std::size_t web_1 = 0;
  std::size_t web_2 = 0;
  std::optional<Tracked<Operations>> operations;  // see operations_of

  // Adds an actor that makes these calls, one after the other, when it has made its preparations.
  // Requires: no other kind of actor was added yet; all are about one file.
  void caller(std::string name, std::size_t host, std::vector<FileRequest> requests,
              void (*prepare)(Context&) = nullptr);
};

enum class LockTable { there, missing };

// Comparisons whose files are all from an operation called `first`, and two web processes.
[[nodiscard]] World make_world(const Design& design, std::size_t comparisons = 1,
                               LockTable table = LockTable::there, Duration skew_of_web_2 = {});

inline constexpr const char* first_operation = "first";

// The id of the n-th comparison.
[[nodiscard]] std::string comparison(std::size_t n = 0);
// Somebody replaces the original of the first comparison.
[[nodiscard]] FileRequest replace_by(std::string user, std::string path);
// … or parses it again.
[[nodiscard]] FileRequest reparse_by(std::string user);

}  // namespace racewindow::operation_lock
