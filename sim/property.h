// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

#include "sim/event.h"

namespace racewindow {

class Context;
class Interceptor;

// What a property found: nothing, or one sentence that says what was expected and what was seen.
using Finding = std::optional<std::string>;

enum class PropertyKind : std::uint8_t { invariant, monitor, final, recovery, stuck };
enum class Verdict : std::uint8_t { holds, violated, inconclusive, vacuous };
[[nodiscard]] std::string_view verdict_name(Verdict verdict);
[[nodiscard]] std::string_view kind_name(PropertyKind kind);

// How a property is named and where it comes from.
struct PropertyInfo {
  std::string name;     // kebab-case, unique in the scenario
  std::string section;  // of the document it comes from
  std::string text;     // the requirement, one sentence
};

// The state of monitors and stateful milestones: a trivially copyable type without padding, so that
// it can be copied with the search and digested byte by byte.
template <class S>
concept MonitorState = std::is_empty_v<S> ||
    (std::is_trivially_copyable_v<S>&& std::has_unique_object_representations_v<S> &&
     sizeof(S) <= 64);

// Of monitors and milestones that need no memory.
struct NoState {};

// Which steps an observer with a memory is told of: decided by the step alone, not by views,
// tracked memory or anything outside. Steps that it is not told of can be swapped as far as it
// goes; the order of all others counts. Empty: it is told of every step.
using Interest = std::function<bool(const Event&)>;

struct Property {
  PropertyInfo info;
  PropertyKind kind = PropertyKind::invariant;
  Verdict expected = Verdict::holds;
  std::string why;  // why that verdict is expected; shown by list and review

  // Invariant: a pure predicate on one view, judged once per distinct view.
  std::function<Finding(const View&)> invariant;

  // Monitor: fed with each step; `state` points to its own bytes of the monitor buffer. Without
  // state it need not be fed once it is breached.
  bool stateless = false;
  std::size_t state_offset = 0;
  std::function<Finding(std::byte* state, const Event&)> monitor;
  Interest interest;

  // Final and recovery: judged when every actor has ended.
  std::function<Finding(const Final&)> judge;
  std::function<void(Context&)> recovery;  // runs alone from the end state, before `judge`
  std::function<std::unique_ptr<Interceptor>()> interceptor = nullptr;  // as ActorSpec's
};

// Memory that several properties and milestones read.
struct Tracker {
  std::size_t state_offset = 0;
  std::function<void(std::byte* state, const Event&)> update;
  Interest interest;
};

// Something a scenario must reach at least once over the whole exploration.
struct Milestone {
  std::string name;
  bool stateless = false;  // once reached, it need not be asked again
  std::size_t state_offset = 0;
  std::function<bool(std::byte* state, const Event&)> reached;
  Interest interest;
};

}  // namespace racewindow
