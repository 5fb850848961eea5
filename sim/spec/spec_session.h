// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/context.h"
#include "sim/spec/spec.h"

namespace racewindow {

// What a session of a spec does, as an actor: its setup, then its steps in the file's order, one
// statement after the other. A block of several statements is one transaction, unless it begins or
// ends one itself; its first error ends it, and the session goes on with the next.
class SessionScript {
 public:
  // `file`: as traces show it. Throws BadSpec for a block that cannot be parsed.
  SessionScript(const Spec& spec, const SpecSession& session, const std::string& file);

  void run(Context& context) const;
  // "alice: read, write".
  [[nodiscard]] const std::string& summary() const { return summary_; }

 private:
  enum class Effect : std::uint8_t { none, begins, ends };  // on the transaction block
  struct Command {
    Sql sql;
    Effect effect = Effect::none;
  };
  struct Block {
    std::vector<Command> commands;
    // Of the transaction that the block is, where it says nothing of its own.
    Sql begin;
    Sql commit;
    Sql rollback;
  };

  void add(const std::string& name, const SqlBlock& block, const std::string& file);
  static bool run_block(Session& session, const Block& block, bool& in_transaction);

  std::vector<Block> blocks_;
  std::string summary_;
};

}  // namespace racewindow
