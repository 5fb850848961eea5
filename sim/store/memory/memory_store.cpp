// SPDX-License-Identifier: Apache-2.0
#include "sim/store/memory/memory_store.h"

#include <algorithm>
#include <memory>

#include "sim/assert.h"
#include "sim/store/memory/calls.h"
#include "sim/store/memory/storage.h"
#include "sim/store/memory/timers.h"
#include "sim/store/memory/transaction_command.h"
#include "sim/store/setup.h"

namespace racewindow {
namespace {

class MemoryStore final : public Store {
 public:
  MemoryStore(std::span<const std::string> setup, const StoreOptions& options);

  const Capabilities& capabilities() const override { return capabilities_; }
  const Catalog& catalog() const override { return storage_.catalog(); }
  const Catalog& committed_catalog() override {
    storage_.enter_committed();
    return storage_.catalog();
  }
  std::uint64_t catalog_version(std::optional<SessionId> session) override {
    return session ? storage_.catalog_version(number(*session)) : storage_.committed_catalog();
  }
  std::variant<const Statement*, SqlError> prepare(std::optional<SessionId> session,
                                                   std::string_view sql) override;
  SessionId open_session() override { return SessionId{storage_.open_session()}; }
  void close_session(SessionId session, CloseHow how) override;
  void reopen_session(SessionId session) override { storage_.reopen_session(number(session)); }
  SessionState state(SessionId session) const override;
  void execute(SessionId session, std::span<const Call> calls, Outcome& outcome) override;
  void refuse(SessionId session) override { calls_.fail(number(session)); }
  Wait waiting(SessionId session) const override;
  void resume(SessionId session, Outcome& outcome) override;
  void cancel(SessionId session, const SqlError& why, Outcome& outcome) override;
  void deadlock_victims(std::vector<SessionId>& victims) const override;
  std::optional<Timestamp> next_timer() const override {
    return storage_.has_timers() ? next_of_sessions() : std::nullopt;
  }
  void look(const Statement& query, RowSet& rows) override { calls_.look(query, rows); }
  void set_time(Timestamp now) override;
  Mark save() override { return storage_.save(); }
  void restore(Mark mark) override { storage_.restore(mark); }
  Digest digest() const override { return storage_.digest(); }
  Digest committed_digest() const override { return storage_.committed_digest(); }

 private:
  std::optional<Timestamp> next_of_sessions() const;
  static std::uint32_t number(SessionId session) { return static_cast<std::uint32_t>(session); }

  Capabilities capabilities_{.name = "memory", .transactions = true, .checkpoints = true};
  memory::Storage storage_;
  StatementCache statements_{storage_.catalog()};
  memory::Calls calls_{storage_, statements_};
};

MemoryStore::MemoryStore(std::span<const std::string> setup, const StoreOptions& options)
    : storage_(options) {
  run_setup(*this, setup);
  storage_.end_setup();
  calls_.set_isolation(options.isolation);
}

std::variant<const Statement*, SqlError> MemoryStore::prepare(std::optional<SessionId> session,
                                                              std::string_view sql) {
  if (session) {
    storage_.enter(number(*session));
  } else {
    storage_.enter_committed();
  }
  auto prepared = statements_.prepare(sql);
  // The server parses what comes in a failed transaction, and then refuses it before it is bound.
  if (session && std::holds_alternative<SqlError>(prepared) &&
      std::get<SqlError>(prepared).sqlstate() != "42601" &&
      storage_.transaction(number(*session)).state == memory::Transaction::State::failed) {
    return memory::transaction_is_aborted();
  }
  return prepared;
}

void MemoryStore::close_session(SessionId session, CloseHow /*how*/) {
  storage_.close_session(number(session));
}

SessionState MemoryStore::state(SessionId session) const {
  const memory::Transaction& transaction = storage_.transaction(number(session));
  if (transaction.terminated) return SessionState::ended;
  if (transaction.state != memory::Transaction::State::idle && !transaction.implicit) {
    return SessionState::in_transaction;
  }
  const bool used = transaction.settings != 0 || storage_.has_drawn(number(session)) ||
                    storage_.locks().holds_for_session(number(session));
  return used ? SessionState::used : SessionState::pristine;
}

void MemoryStore::execute(SessionId session, std::span<const Call> calls, Outcome& outcome) {
  const std::uint32_t id = number(session);
  outcome.clear();
  if (storage_.transaction(id).terminated) {
    outcome.fail({"25P03", "terminating connection due to idle-in-transaction timeout"});
    return;
  }
  RW_ASSERT(!storage_.transaction(id).closed, "the session is open");
  RW_ASSERT(storage_.suspended(id) == nullptr, "a session sends nothing while it waits");
  calls_.execute(id, calls, outcome);
}

void MemoryStore::resume(SessionId session, Outcome& outcome) {
  const std::uint32_t id = number(session);
  RW_ASSERT(waiting(session) == Wait::ready, "what was waited for has come");
  if (const SqlError* error = memory::expired(storage_, id)) {
    calls_.cancel(id, *error, outcome);
  } else {
    calls_.resume(id, outcome);
  }
}

void MemoryStore::cancel(SessionId session, const SqlError& why, Outcome& outcome) {
  RW_ASSERT(waiting(session) != Wait::none, "only what waits can be cancelled");
  calls_.cancel(number(session), why, outcome);
}

Wait MemoryStore::waiting(SessionId session) const {
  const std::uint32_t id = number(session);
  const auto& suspended = storage_.suspended(id);
  if (suspended == nullptr) return Wait::none;
  if (memory::expired(storage_, id) != nullptr) return Wait::ready;
  if (suspended->until) return *suspended->until <= storage_.time() ? Wait::ready : Wait::blocked;
  return storage_.locks().waiter(id) == nullptr ? Wait::ready : Wait::blocked;
}

// Of those who wait in a cycle, whoever's timer fires first; a timer that fired before the last of
// them began to wait, when there was no cycle yet, does not fire again.
void MemoryStore::deadlock_victims(std::vector<SessionId>& victims) const {
  victims.clear();
  std::vector<std::uint32_t> members;
  Timestamp complete{};
  for (const memory::Waiter& waiter : storage_.locks().queue()) {
    const std::uint32_t session = waiter.owner.session;
    if (!storage_.locks().deadlocked(session)) continue;
    members.push_back(session);
    complete = std::max(complete, storage_.suspended(session)->wait_start);
  }
  std::optional<Timestamp> first;
  for (const std::uint32_t session : members) {
    const Timestamp due = memory::deadlock_timer(storage_, session);
    if (due < complete || (first && due > *first)) continue;
    if (first && due < *first) victims.clear();
    first = due;
    victims.push_back(SessionId{session});
  }
  std::ranges::sort(victims);
}

std::optional<Timestamp> MemoryStore::next_of_sessions() const {
  std::optional<Timestamp> next;
  for (std::uint32_t session = 0; session < storage_.sessions(); ++session) {
    const std::optional<Timestamp> due = memory::next_timer(storage_, session);
    if (due && *due > storage_.time() && (!next || *due < *next)) next = due;
  }
  return next;
}

void MemoryStore::set_time(Timestamp now) {
  storage_.set_time(now);
  if (!storage_.has_timers()) return;
  for (std::uint32_t session = 0; session < storage_.sessions(); ++session) {
    if (memory::idle_too_long(storage_, session)) storage_.disconnect(session);
  }
}

}  // namespace

std::unique_ptr<Store> make_memory_store(std::span<const std::string> setup,
                                         const StoreOptions& options) {
  return std::make_unique<MemoryStore>(setup, options);
}

}  // namespace racewindow
