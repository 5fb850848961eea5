// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rapidcheck.h>

#include <cstdint>
#include <string>
#include <vector>

#include "sim/scenario.h"

namespace racewindow::testing {

// One operation of a generated actor, on the table t(k bigint primary key, v bigint) with rows 1 to
// 3 and a register of the actor's own.
struct GeneratedOp {
  enum class Kind : std::uint8_t {
    read,        // register := v of row k
    read_sum,    // register := sum over rows with v >= value (a predicate read)
    write,       // v of row k := value
    write_back,  // v of row k := register + 1: a lost update where two do it
    claim,       // v of row k := value where it is 0; ends the actor when it is not
    insert,      // a row 10 + k: fails where it is there
    upsert,      // a row 10 + k, or v + 1 where it is there
    remove,      // rows with v = value
    external,    // a row in the env store
    log,         // no step: only monitors see it
    // In transactions only:
    lock,          // row k, FOR UPDATE
    share,         // row k, FOR SHARE
    skip,          // rows with v >= value, FOR UPDATE SKIP LOCKED; register := how many
    advisory,      // the advisory lock k, until the end
    try_advisory,  // the same, unless somebody has it; register := 1 or 0
    savepoint,     // v of row k := value, and back to before that
  } kind = Kind::read;
  int k = 1;
  int value = 0;
};

struct GeneratedProgram {
  std::vector<std::vector<GeneratedOp>> actors;
  // Every actor does all it does in one transaction, on a connection of its own …
  bool transactions = false;
  // … or as a client of a pool with so many; 0: on its own.
  std::size_t connections = 0;
  bool repeatable_read = false;
  bool shared_host = false;
  bool mutex = false;  // the first actor runs inside a mutex of its host, so does the second
  FaultBudget faults;
  bool time_moves = false;  // one move of time; every actor first reads the clock
  // The view is rows 1 and 2 alone, and the observers with a memory are told of few steps: what
  // happens elsewhere can be swapped.
  bool narrow = false;
  int invariant_limit = 3;  // of the sum of all v
  int final_row = 1;        // of which v is expected to be final_value at the end
  int final_value = 1;

  [[nodiscard]] Scenario build() const;
  [[nodiscard]] std::string describe() const;
};

// Two or three actors of up to `ops_max` operations, each a statement of its own.
[[nodiscard]] rc::Gen<GeneratedProgram> generated_program(int actors_max, int ops_max);

// The same, in transactions: they lock rows and keys, wait for each other, and meet in deadlocks.
[[nodiscard]] rc::Gen<GeneratedProgram> generated_transactions(int actors_max, int ops_max);

void showValue(const GeneratedProgram& program, std::ostream& out);

}  // namespace racewindow::testing
