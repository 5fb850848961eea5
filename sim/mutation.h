// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sim/registry.h"
#include "sim/sql/value.h"

namespace racewindow {

// Guard mutation (docs/mutation.md): one statement of a guard is changed, the guard itself is not.

// What stands among the parameters of a replay line for the mutant that it is about, if any.
inline constexpr std::string_view kMutant = "mutant";

// The call in the guard's code that sends a statement; in a batch also which of its statements.
// Whatever texts it builds are one statement.
struct StatementSite {
  std::string file;
  std::uint32_t line = 0;
  std::uint32_t position = 0;
  friend auto operator<=>(const StatementSite&, const StatementSite&) = default;
};

// A reply that can be given before the statement is carried out, because it is always the same:
// no rows, or the one void of a function such as pg_advisory_xact_lock.
struct FixedReply {
  std::int64_t affected = 0;
  bool has_void = false;
  friend bool operator==(const FixedReply&, const FixedReply&) = default;
};

inline constexpr std::string_view kSkipStatement = "skip-statement";
inline constexpr std::string_view kSwapStatements = "swap-statements";
inline constexpr std::string_view kSplitTransaction = "split-transaction";

struct Mutation {
  std::string kind;  // of sim/sql/mutate.h, or one of those above
  StatementSite site;
  std::size_t ordinal = 0;  // among the changes of this kind that the statement's text has
  StatementSite next;       // swap: the statement that changes places with it
  FixedReply reply;         // swap: what the first of the two is always answered
  // For people: the statement, and what has become of it. Of several texts the first.
  std::string before;
  std::string after;
  std::size_t begin = 0;  // a change of text: the bytes [begin, end) of `before` that went
  std::size_t end = 0;

  // Of kind, site, ordinal and next: 24 bits, the mutant's name in replay lines.
  [[nodiscard]] std::int64_t id() const;
};

// What one exploration of a scenario has shown of the statements that its actors send to the
// database.
struct StatementText {
  std::string text;
  std::vector<Type> param_types;  // of the values, where one that is not NULL was seen
};
struct StatementRecord {
  StatementSite site;
  std::vector<StatementText> texts;  // sorted
  bool inside_transaction = false;   // it came after another one in an open transaction, or batch
  bool swappable = true;             // `next` always follows, and `reply` is the only one seen
  StatementSite next;                // of file "": not known
  std::vector<FixedReply> replies;   // at most one where it is swappable
  bool answered = false;             // some reply was no error
  std::string refused;               // an error that says that the text makes no sense: 42703 …
};
struct Recording {
  std::vector<StatementRecord> statements;  // sorted by site
  // Of the set of all (statement, text, parameters, reply) that the actors met.
  std::string replies_digest;
};

// All mutations of the statements that these explorations of one guard met, sorted by site.
[[nodiscard]] std::vector<Mutation> mutations_of(std::span<const Recording> recordings);

// The scenario with every actor's guard mutated. It has one parameter more, kMutant.
[[nodiscard]] ScenarioEntry mutated(const ScenarioEntry& entry, const Mutation& mutation);

}  // namespace racewindow
