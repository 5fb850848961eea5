// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/scripted_store.h"

#include <algorithm>
#include <deque>
#include <optional>
#include <utility>

namespace racewindow::testing {
namespace {

class ScriptedStore final : public Store {
 public:
  explicit ScriptedStore(std::unique_ptr<Store> texts) : texts_(std::move(texts)) {}

  [[nodiscard]] const Capabilities& capabilities() const override { return texts_->capabilities(); }
  [[nodiscard]] const Catalog& catalog() const override { return texts_->catalog(); }
  [[nodiscard]] std::variant<const Statement*, SqlError> prepare(
      std::optional<SessionId> /*session*/, std::string_view sql) override {
    return texts_->prepare(sql);
  }
  [[nodiscard]] SessionId open_session() override { return SessionId{sessions_++}; }
  void refuse(SessionId) override {}

  void close_session(SessionId session, CloseHow) override {
    std::erase_if(state_.sleepers, [&](const auto& each) { return each.first == session; });
    for (auto& [key, queue] : state_.locks) std::erase(queue, session);
  }

  void execute(SessionId session, std::span<const Call> calls, Outcome& outcome) override {
    outcome.clear();
    const Call& call = calls.front();
    const std::int64_t key = call.params.front().as_int();
    std::deque<SessionId>& queue = state_.locks[key];
    if (call.statement->text == kRelease) {
      std::erase(queue, session);
    } else if (call.statement->text == kSleep) {
      state_.sleepers[session] = Timestamp{now_.microseconds + key * 1'000'000};
      outcome.status = Outcome::Status::wait;
      outcome.awaited = "timer";
    } else {
      queue.push_back(session);
      if (queue.front() == session) {
        finish(key, outcome);
      } else {
        wait(session, key, outcome);
      }
    }
  }

  [[nodiscard]] Wait waiting(SessionId session) const override {
    if (const auto sleeper = state_.sleepers.find(session); sleeper != state_.sleepers.end()) {
      return sleeper->second <= now_ ? Wait::ready : Wait::blocked;
    }
    const auto blocked = state_.blocked.find(session);
    if (blocked == state_.blocked.end()) return Wait::none;
    const auto& queue = state_.locks.at(blocked->second);
    if (std::find(queue.begin(), queue.end(), session) == queue.end()) return Wait::none;  // closed
    return queue.front() == session ? Wait::ready : Wait::blocked;
  }
  void resume(SessionId session, Outcome& outcome) override {
    outcome.clear();
    if (state_.sleepers.erase(session) > 0) return;
    finish(state_.blocked.at(session), outcome);
    state_.blocked.erase(session);
  }
  void cancel(SessionId session, const SqlError& why, Outcome& outcome) override {
    outcome.clear();
    outcome.fail(why);
    close_session(session, CloseHow::dropped);
    state_.blocked.erase(session);
  }
  void deadlock_victims(std::vector<SessionId>& victims) const override {
    victims.clear();
    for (const auto& [session, key] : state_.blocked) {
      if (waiting(session) == Wait::blocked && comes_back(session)) victims.push_back(session);
    }
  }
  [[nodiscard]] std::optional<Timestamp> next_timer() const override {
    std::optional<Timestamp> next;
    for (const auto& [session, until] : state_.sleepers) {
      if (until > now_ && (!next || until < *next)) next = until;
    }
    return next;
  }

  void look(const Statement& query, RowSet& rows) override {
    rows.clear();
    rows.columns = &query.columns;
    for (const auto& [key, value] : state_.rows) {
      rows.cells.push_back(Value::int8(key));
      rows.cells.push_back(Value::int8(value));
      ++rows.row_count;
    }
  }
  void set_time(Timestamp now) override { now_ = now; }
  [[nodiscard]] Mark save() override {
    saved_.push_back(state_);
    return Mark{saved_.size() - 1};
  }
  void restore(Mark mark) override {
    state_ = saved_[static_cast<std::size_t>(mark)];
    saved_.resize(static_cast<std::size_t>(mark));
  }
  [[nodiscard]] Digest digest() const override {
    Hasher hasher;
    hasher.add(committed_digest());
    for (const auto& [key, queue] : state_.locks) {
      hasher.add(static_cast<std::uint64_t>(key));
      for (const SessionId session : queue) hasher.add(static_cast<std::uint64_t>(session));
    }
    for (const auto& [session, key] : state_.blocked) {
      if (waiting(session) != Wait::none) hasher.add(static_cast<std::uint64_t>(session));
    }
    for (const auto& [session, until] : state_.sleepers) {
      hasher.add(static_cast<std::uint64_t>(session));
      hasher.add(static_cast<std::uint64_t>(until.microseconds));
    }
    return hasher.digest();
  }
  [[nodiscard]] Digest committed_digest() const override {
    Hasher hasher;
    for (const auto& [key, value] : state_.rows) {
      hasher.add(static_cast<std::uint64_t>(key)).add(static_cast<std::uint64_t>(value));
    }
    return hasher.digest();
  }

 private:
  struct State {
    std::map<std::int64_t, std::int64_t> rows;
    std::map<std::int64_t, std::deque<SessionId>> locks;  // the holder, then who waits
    std::map<SessionId, std::int64_t> blocked;            // what it waits for
    std::map<SessionId, Timestamp> sleepers;
  };

  void finish(std::int64_t key, Outcome& outcome) {
    outcome.affected = 1;
    ++state_.rows[key];
  }
  void wait(SessionId session, std::int64_t key, Outcome& outcome) {
    state_.blocked[session] = key;
    outcome.status = Outcome::Status::wait;
    outcome.blockers = {state_.locks[key].front()};
    outcome.awaited = "lock " + std::to_string(key);
  }
  // Whether who waits for whom leads from a session to itself.
  [[nodiscard]] bool comes_back(SessionId start) const {
    SessionId at = start;
    for (std::size_t n = 0; n < state_.blocked.size(); ++n) {
      at = state_.locks.at(state_.blocked.at(at)).front();
      if (at == start) return true;
      if (waiting(at) != Wait::blocked || !state_.blocked.contains(at)) return false;
    }
    return false;
  }

  std::unique_ptr<Store> texts_;
  std::uint32_t sessions_ = 0;
  Timestamp now_;
  State state_;
  std::vector<State> saved_;
};

}  // namespace

std::unique_ptr<Store> make_scripted_store(std::unique_ptr<Store> texts_only) {
  return std::make_unique<ScriptedStore>(std::move(texts_only));
}

}  // namespace racewindow::testing
