// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "scenarios/operation_lock/world.h"
#include "sim/event.h"

// The steps of operations, recognised in events, and what the calls have come to.
namespace racewindow::operation_lock {

inline constexpr std::size_t callers_max = 2;
inline constexpr std::string_view lock_table = "qaf_operation_lock";

// A step of a caller, whatever became of it.
[[nodiscard]] inline bool is_call_step(const Files& files, const Event& event) {
  return event.kind != EventKind::time && event.actor < files.work.size();
}
// Whether a changed row of the lock table is the lock of the caller's own file.
[[nodiscard]] bool is_own_lock(const Files& files, const Event& event, const RowChange& change);
// Sends a statement on the lock table.
[[nodiscard]] bool sends_lock_statement(const Event& event);
[[nodiscard]] bool sends_acquire(const Event& event);
// Sends a statement of this verb on this table, among others perhaps.
[[nodiscard]] bool sends(const Event& event, Verb verb, std::string_view table);
[[nodiscard]] bool ingests(const Event& event);  // and found the upload
// The reply never came.
[[nodiscard]] inline bool reply_failed(const Event& event) {
  return event.kind == EventKind::lost || event.kind == EventKind::refused ||
         event.kind == EventKind::late;
}
// The first line that the actor wrote after the step and that contains the words; empty: none.
[[nodiscard]] std::string_view line_with(const Event& event, std::string_view words);
// The line of a call that has ended.
[[nodiscard]] inline std::string_view result_line(const Event& event) {
  return line_with(event, "result=");
}

// How far a caller's present call has come, or its last one, seen from outside.
struct Progress {
  std::int64_t since = 0;      // when it got the lock, or in without one
  std::uint8_t under_way = 0;  // has sent something and not answered yet
  std::uint8_t inside = 0;     // has ingested
  std::uint8_t got_lock = 0;
  std::uint8_t holds_lock = 0;  // the lock's row is its own; outlives the call where it is left
  std::uint8_t warned = 0;      // goes on without a lock table, and has said so
  std::uint8_t acquires = 0;    // inserts into the lock table sent
  std::uint8_t marks = 0;       // bits
  std::uint8_t leftovers = 0;   // ingested copies that it has not compensated

  static constexpr std::uint8_t changed_rows = 1;  // of any table
  static constexpr std::uint8_t lock_failed = 2;   // an acquire of it got no reply
  static constexpr std::uint8_t met_other = 4;     // another operation on the file was under way
  static constexpr std::uint8_t crashed = 8;
  static constexpr std::uint8_t touched_lock = 16;  // sent any statement on the lock table
  [[nodiscard]] bool has(std::uint8_t mark) const { return (marks & mark) != 0; }
};

// All callers' progress, as it was before a step while properties are told of it.
struct Operations {
  std::array<Progress, callers_max> of;

  // Takes notice of a step.
  void follow(const Files& files, const Event& event);
  [[nodiscard]] Operations after(const Files& files, const Event& event) const {
    Operations next = *this;
    next.follow(files, event);
    return next;
  }
  // The caller, but for `but`, that holds the lock of its file; callers_max: none.
  [[nodiscard]] std::size_t holder_beside(const Files& files, std::size_t but) const;

 private:
  void note_peers(const Files& files, const Event& event);
  void note_lock_statement(const Event& event);
  void note_changes(const Files& files, const Event& event);
  void give_lock(const Files& files, const Event& event);
};

// Where a world keeps the progress of its callers: followed once, for all that read it, from the
// first call on. Requires: its callers are all declared.
[[nodiscard]] Tracked<Operations> operations_of(World& world);

}  // namespace racewindow::operation_lock
