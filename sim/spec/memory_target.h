// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/spec/spec.h"
#include "sim/spec/spec_target.h"
#include "sim/store/store.h"

namespace racewindow {

// The sessions of a spec on the in-memory store. A block is carried out when it is launched, as far
// as it gets; what waits goes on as soon as it can, first come first served. Time stands still
// until somebody waits for a session that only time can help: then a deadlock is detected, or else
// the next timer fires.
class MemoryTarget : public SpecTarget {
 public:
  explicit MemoryTarget(const Spec& spec);

  void launch(std::size_t session, const std::string& block) override;
  [[nodiscard]] Progress finished_or_blocked(std::size_t session) override;
  [[nodiscard]] Progress finished(std::size_t session) override;
  [[nodiscard]] bool pass_time() override;
  void cancel(std::size_t session) override;
  [[nodiscard]] std::optional<SpecResult> next_result(std::size_t session) override;
  [[nodiscard]] std::vector<std::string> take_notices(std::size_t session) override;

 private:
  // implicit: that of a block of several statements, which ends with the block.
  enum class Transaction { none, implicit, in_block };
  struct Reply {
    SpecResult result;
    std::vector<std::string> notices;  // that came before it
  };
  struct Session {
    SessionId id{};
    std::vector<std::string> statements;  // of the block under way
    std::size_t next = 0;                 // the one that runs, waits, or is to run next
    bool is_waiting = false;
    bool is_blocked = false;  // waiting, and for another session
    Transaction transaction = Transaction::none;
    std::deque<Reply> replies;
    std::vector<std::string> notices_coming;  // before the next reply
    std::vector<std::string> notices;         // that have arrived
  };

  void run(std::size_t session);
  // One statement: the outcome is the store's, or what the server itself answers.
  void execute(Session& session, const std::string& text);
  void execute_command(Session& session, const Statement& statement);
  void call_store(Session& session, const Statement& statement);
  // What a block of several statements is wrapped in. False: it failed, by outcome_.
  bool call_hidden(Session& session, std::string_view command);
  // After execute, resume or cancel: the session waits, or has one result more.
  void conclude(std::size_t session);
  void end_wait(std::size_t session, const SqlError& why);
  void reply(Session& session, SpecResult result);
  // Where the notices of the statement just carried out belong.
  [[nodiscard]] std::vector<std::string>& arrival_of_notices(Session& session) const;
  // Lets those go on that can.
  void settle();

  std::unique_ptr<Store> store_;
  std::vector<Session> sessions_;     // by session of the target
  std::vector<std::size_t> waiting_;  // in the order in which they began to wait
  Outcome outcome_;                   // of the statement carried out last
};

}  // namespace racewindow
