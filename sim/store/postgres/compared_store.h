// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "sim/store/postgres/scratch_database.h"
#include "sim/store/store.h"

namespace racewindow {

// The two stores did not do the same.
struct StoresDiffer {
  std::string in_memory;
  std::string on_server;
};

// What happens in memory cannot be made to happen on a server: why, as the report counts it.
struct NotReplayable {
  std::string why;
};

// A server detects a deadlock once a member has waited for its deadlock_timeout, and that member is
// the victim. So it must be known before a statement is begun that it will be one.
struct Victims {
  std::set<std::size_t> statements;  // by their number in the schedule
  int timeout_ms = 250;              // so long other steps may take until they close the cycle
};
// Thrown for a statement that is to be a victim and was not begun as one.
struct UnforeseenVictim {
  std::size_t statement = 0;
};
// Thrown where the timeout was over before the cycle was closed.
struct VictimTooEarly {};

// Thrown where the stores differ after a statement went on that others were queued with, or behind:
// on a server those who waited for a row race for its newest version, and another one was first.
struct ServerChoseAnother {};

// The memory store and a server side by side: whatever is asked of it is asked of both, and what
// memory answers is the answer. StoresDiffer is thrown where the server answers otherwise, waits
// where memory does not, or does not wait.
//
// On a server a statement that has waited goes on by itself, so that it must be resumed here before
// another is begun; and only the passing of real time runs a timeout: NotReplayable otherwise.
// It goes forward only: restore() is refused, checkpoints count for nothing.
class ComparedStore final : public Store {
 public:
  // Requires: both hold the same.
  ComparedStore(std::unique_ptr<Store> memory, ScratchDatabase& server, const Victims& victims)
      : memory_(std::move(memory)), server_(&server), victims_(&victims) {}
  ~ComparedStore() override;
  ComparedStore(const ComparedStore&) = delete;
  ComparedStore& operator=(const ComparedStore&) = delete;

  // Compares what a fresh session sees. Nothing is compared while a statement that can go on has
  // not been resumed. False: the server lets nobody read a table at this moment.
  bool compare(const Statement& query);
  // Whether tables have been defined, or dropped.
  [[nodiscard]] bool has_defined() const { return has_defined_; }

  [[nodiscard]] const Capabilities& capabilities() const override;
  [[nodiscard]] const Catalog& catalog() const override { return memory_->catalog(); }
  using Store::prepare;
  [[nodiscard]] std::variant<const Statement*, SqlError> prepare(std::optional<SessionId> session,
                                                                 std::string_view sql) override;
  [[nodiscard]] std::uint64_t catalog_version(std::optional<SessionId> session) override {
    return memory_->catalog_version(session);
  }
  [[nodiscard]] SessionId open_session() override { return memory_->open_session(); }
  void close_session(SessionId session, CloseHow how) override;
  void reopen_session(SessionId session) override { memory_->reopen_session(session); }
  [[nodiscard]] SessionState state(SessionId session) const override {
    return memory_->state(session);
  }
  void execute(SessionId session, std::span<const Call> calls, Outcome& outcome) override;
  void refuse(SessionId session) override;
  [[nodiscard]] Wait waiting(SessionId session) const override { return memory_->waiting(session); }
  void resume(SessionId session, Outcome& outcome) override;
  void cancel(SessionId session, const SqlError& why, Outcome& outcome) override;
  void deadlock_victims(std::vector<SessionId>& victims) const override {
    memory_->deadlock_victims(victims);
  }
  [[nodiscard]] std::optional<Timestamp> next_timer() const override {
    return memory_->next_timer();
  }
  void look(const Statement& query, RowSet& rows) override { memory_->look(query, rows); }
  void set_time(Timestamp now) override;
  [[nodiscard]] Mark save() override { return memory_->save(); }
  void restore(Mark mark) override;
  [[nodiscard]] Digest digest() const override { return memory_->digest(); }
  [[nodiscard]] Digest committed_digest() const override { return memory_->committed_digest(); }

 private:
  // A session as the server has it. Connected when it is first used.
  struct OnServer {
    std::unique_ptr<ScratchSession> session;
    bool busy = false;                 // a statement is under way
    std::vector<SessionId> waits_for;  // as memory said last, where the statement waits
    // Of what is under way.
    std::size_t statement = 0;
    bool unordered = false;
    bool open_choice = false;
  };
  enum class Progress { answered, blocked, overdue };

  OnServer& on_server(SessionId session);
  void begin(SessionId session, std::span<const PostgresCall> calls);
  void compare_progress(SessionId session, const Outcome& outcome);
  [[nodiscard]] Progress progress(OnServer& at, bool waits);
  [[nodiscard]] Answer take_answer(OnServer& at);
  [[nodiscard]] std::string describe_waiting(const std::vector<SessionId>& blockers) const;
  [[nodiscard]] std::vector<SessionId> blockers(const OnServer& at);
  [[noreturn]] void fail(std::string in_memory, std::string on_server) const;
  [[nodiscard]] bool is_waited_for(SessionId session) const;
  // How many statements could go on.
  [[nodiscard]] std::ptrdiff_t ready() const;

  std::unique_ptr<Store> memory_;
  ScratchDatabase* server_;
  const Victims* victims_;
  std::map<SessionId, OnServer> sessions_;
  Timestamp now_;
  std::size_t statements_ = 0;  // begun so far
  bool has_defined_ = false;
  bool raced_ = false;   // a statement that went on last may have been overtaken on the server
  std::string refused_;  // the last text that did not bind
  SqlError refused_with_;
};

}  // namespace racewindow
