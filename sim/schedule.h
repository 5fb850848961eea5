// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/registry.h"
#include "sim/sql/bound.h"
#include "sim/sql/value.h"

namespace racewindow {

// What the scheduler grants at a choice point.
struct Choice {
  enum class Kind : std::uint8_t {
    run,      // A: the actor's pending operation is carried out, or its waiting statement goes on
    victim,   // Avictim: a deadlock ends the statement of the actor with an error
    expire,   // Aexpire: the client library ends the actor's transaction, which took too long
    lost,     // Alost: … and its reply is lost
    refused,  // Arefused: it is not carried out; the actor gets a connection error
    late,     // Alate: the actor gets a connection error; the statement is delivered later
    drop,     // Adrop: the server ends the actor's session
    crash,    // Acrash: the actor's host is killed; nothing of its pending operations happens
    crash_late,   // Acrashlate: … and the actor's statement in flight is delivered later
    vanish,       // Avanish: as crash, but the server notices only later
    vanish_late,  // Avanishlate: … and the actor's statement in flight is delivered later
    deliver,      // Adeliver: the actor's oldest late statement that can go on does
    notice,       // Anotice: the server notices that the actor's host has vanished
    time,         // @15m: virtual time moves to this offset from the start
  } kind = Kind::run;
  std::uint8_t actor = 0;      // index; 0 for time
  std::int64_t offset_us = 0;  // time only: microseconds since the start
  // run only, Aon2: which free connection of its pool the actor is given, from 1; 0: the first
  std::uint8_t connection = 0;
  friend constexpr bool operator==(const Choice&, const Choice&) = default;
  // The order in which choices are tried: by kind of event last, so that plain steps come first.
  friend constexpr auto operator<=>(const Choice&, const Choice&) = default;
};

using Schedule = std::vector<Choice>;

// B1.A8.B2 — the grammar is in docs/replay-line.md.
[[nodiscard]] std::string to_text(const Schedule& schedule);
[[nodiscard]] std::string to_text(const Choice& choice);
// A span of virtual time in its only text form: 15m, 1h30m, 14m59s999999us, 0s.
// Requires: not negative.
[[nodiscard]] std::string offset_text(std::int64_t microseconds);

// The levels that scenarios can be run at, as words: read-committed, repeatable-read.
[[nodiscard]] std::string_view isolation_name(IsolationLevel level);
[[nodiscard]] std::optional<IsolationLevel> isolation_of(std::string_view name);
[[nodiscard]] std::vector<std::string> isolation_names();

// A replay line, taken apart. `fingerprint` is six hexadecimal digits over the statements executed.
struct ReplayLine {
  std::string scenario;
  std::vector<Parameter> parameters;
  std::optional<IsolationLevel> isolation;  // where it is not the scenario's own
  std::string store;
  Schedule schedule;
  std::string fingerprint;
};

[[nodiscard]] std::string format_replay_line(const ReplayLine& line);

// Thrown for a line that cannot be followed: which part, at which byte (from 1), what was expected.
struct BadReplayLine {
  std::string message;
  std::size_t byte = 0;
};
// Throws BadReplayLine. Any single character changed is noticed (CRC-16 over all that comes before
// it).
[[nodiscard]] ReplayLine parse_replay_line(std::string_view text);

}  // namespace racewindow
