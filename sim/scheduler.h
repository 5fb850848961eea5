// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "sim/behaviour.h"
#include "sim/digest_map.h"
#include "sim/event.h"
#include "sim/pools.h"
#include "sim/scenario.h"
#include "sim/schedule.h"
#include "sim/store/store.h"
#include "sim/strategies/trap.h"
#include "sim/view_table.h"

namespace racewindow {

// One execution of a scenario, step by step, forwards and backwards.
//
// At each choice point choices() says what may happen next, step() carries one choice out,
// restore() goes back to an earlier depth. The scheduler is the only place that moves an actor on:
// it hands the pending request of an actor's Behaviour to the store and the answer back. What
// differs from step to step is in a Frame of plain bytes, so that going forward copies one and
// going back drops one.
class Scheduler {
 public:
  static constexpr std::size_t kActorsMax = 16;
  // Statements that can be on their way at one time, their senders gone or told an error.
  static constexpr std::size_t kLateMax = 4;
  // Virtual time at the start of every execution: 2026-01-01 00:00:00 UTC.
  static constexpr Timestamp kStart{1'767'225'600'000'000};

  // Builds both stores and runs every actor up to its first request. Throws Broken.
  // `store_name` as in open_store.
  Scheduler(const Scenario& scenario, const std::string& store_name);
  // On a database that holds the scenario's schema already.
  Scheduler(const Scenario& scenario, std::unique_ptr<Store> store);
  ~Scheduler();
  Scheduler(const Scheduler&) = delete;
  Scheduler& operator=(const Scheduler&) = delete;

  // What the actor did before its first step, as an event; null where that is nothing to tell.
  // Requires: no step was taken. Valid until the next call.
  [[nodiscard]] const Event* start_event(std::size_t actor);
  [[nodiscard]] const std::vector<std::string>& start_logs(std::size_t actor) const {
    return behaviour(actor).node(Behaviour::kRoot).logs;
  }
  // Number of steps taken.
  [[nodiscard]] std::size_t depth() const { return depth_; }
  // Fills `choices` in the order of Choice's <=>, plain steps first. Empty when over() or stuck.
  // Throws Broken.
  void choices(std::vector<Choice>& choices) const;
  // Every actor has ended, failed or crashed, or waits in receive() for what never comes; no late
  // statement is on its way, and the server has noticed every death.
  [[nodiscard]] bool over() const;
  // No actor can move and no passing of time can help, though not every actor has ended. Faults do
  // not count as help; a deadlock does, for its victim moves.
  [[nodiscard]] bool stuck() const;
  // Carries out one choice. Requires: it is among choices(). The event is valid until the next
  // call. Throws Broken.
  const Event& step(const Choice& choice);
  // From now on each step records what it reads and writes.
  void record_footprints(Trap trap = Trap::none);
  // Of the last step; null where none are recorded. Whoever judges the step adds what that depends
  // on.
  [[nodiscard]] Footprint* footprint() { return records_ ? &footprint_ : nullptr; }
  // What actors want that cannot have it now, and have not begun to wait in the database; with what
  // that would touch.
  [[nodiscard]] std::vector<std::pair<Choice, Footprint>> blocked() const;
  // Whether two choices, each where it is enabled, are one: what happens to a host is named by the
  // first of its actors that it happens to.
  [[nodiscard]] bool does_the_same(const Choice& a, const Choice& b) const;
  // Goes back to an earlier depth. Cost: the changes made since.
  void restore(std::size_t depth);

  // Of everything that the future depends on.
  [[nodiscard]] Digest digest() const;
  // Of what every actor would ask next: equal digests of states must agree in it
  // (strategies/exhaustive.cpp).
  [[nodiscard]] Digest requests_digest() const;

  // The bytes of monitors and milestones at this depth: they are part of the state.
  [[nodiscard]] std::span<std::byte> observer_state();
  [[nodiscard]] const View& view() const { return views_.view(frame().view); }
  [[nodiscard]] const ViewTable& views() const { return views_; }
  [[nodiscard]] Timestamp now() const { return frame().now; }
  [[nodiscard]] const Request& request(std::size_t actor) const {
    return behaviour(actor).node(frame().actors[actor].node).request;
  }
  [[nodiscard]] ActorStatus status(std::size_t actor) const { return frame().actors[actor].status; }
  [[nodiscard]] std::string_view name_of(std::size_t actor) const;
  void fill_ends(std::vector<ActorEnd>& ends) const;
  // One sentence: which actor waits for what, when stuck().
  [[nodiscard]] std::string describe_stuck() const;

  // -- a recovery: one more actor, alone, after the end ------------------------------------------
  // Steps recovery actor `property` (its index among Scenario::properties) until it has ended, told
  // to `observe`; restore() undoes it. Time moves on to whatever it sleeps for.
  template <class Observe>
  ActorEnd run_recovery(std::size_t property, Observe observe);

  // -- for the program ---------------------------------------------------------------------------
  [[nodiscard]] std::uint64_t steps_on_store() const { return steps_; }
  [[nodiscard]] std::uint64_t abandoned() const;
  [[nodiscard]] std::size_t behaviour_nodes() const;
  [[nodiscard]] std::vector<std::string> unordered_statements() const;
  // The texts that were prepared for any actor or recovery so far.
  [[nodiscard]] std::set<std::string> statement_texts() const;
  // What holds the committed rows now, for who only looks.
  [[nodiscard]] Store& database() { return *store_; }
  [[nodiscard]] Store& env() { return *env_; }
  // Re-runs sampled paths of every actor; throws Broken("nondeterministic").
  void verify_actors(std::size_t paths_max);

 private:
  // For messages: part of no digest. Blockers as they were when the statement had to wait.
  struct WaitNote {
    std::uint32_t blockers = 0;  // bit n: actor n
    const Text* awaited = nullptr;
    friend bool operator==(const WaitNote&, const WaitNote&) = default;
  };
  using WaitNoteId = std::uint16_t;  // in wait_notes_
  struct ActorState {
    std::int64_t wake_us = 0;  // sleeping: when it may go on; queued: when it gives up; 0: never
    Behaviour::NodeId node = Behaviour::kRoot;
    SessionId session{};   // its own
    WaitNoteId waits = 0;  // suspended, or in the queue of a pool: for what
    ActorStatus status = ActorStatus::running;
    // Of the actor's own session, where it is stateful:
    bool session_lost = false;     // a fault ended it
    bool drop_is_news = false;     // the server ended it, and the actor does not know yet
    bool session_lingers = false;  // the actor is dead, and the server does not know yet
    bool suspended = false;        // the statement of `node` was begun and waits in its session
    // Nothing that others do keeps its request from being carried out. Follows from `node`.
    bool unhindered = false;
  };
  // A statement on its way whose sender has gone or was told an error: not carried out yet, or
  // suspended. It goes on by itself, as seen on a real server: an UPDATE that waited for a row lock
  // committed after its client was killed.
  struct LateStatement {
    std::uint8_t actor = 0;
    bool suspended = false;
    WaitNoteId waits = 0;
    Behaviour::NodeId node = 0;
    SessionId session{};  // over HTTP given when it is carried out
  };
  struct HeldMutex {
    std::uint8_t host = 0;
    std::uint8_t actor = 0;
    const Text* name = nullptr;
  };
  static constexpr std::size_t kMutexesMax = 16;
  // A step copies it up to its last actor, and the rest only where that holds something.
  struct Frame {
    Mark store_mark{};
    Mark env_mark{};
    Timestamp now = kStart;
    Digest store_committed;  // the view is the same while these two are
    Digest env_committed;
    ViewTable::ViewId view = 0;
    std::uint32_t unnoticed = 0;   // bit n: host n has died, and the server does not know yet
    std::uint8_t actor_count = 0;  // recovery included, while one runs
    std::uint8_t late_count = 0;
    std::uint8_t mutex_count = 0;
    std::uint8_t time_steps_left = 0;
    FaultBudget faults_left;
    std::array<ActorState, kActorsMax + 1> actors;
    std::array<LateStatement, kLateMax> late;
    std::array<HeldMutex, kMutexesMax> mutexes;
  };

  [[nodiscard]] Frame& frame() { return frames_[depth_]; }
  [[nodiscard]] const Frame& frame() const { return frames_[depth_]; }
  [[nodiscard]] bool can_run(const Frame& at, std::size_t actor) const {
    const ActorState& state = at.actors[actor];
    return state.status == ActorStatus::running &&
           ((state.unhindered && !state.suspended) || can_run_hindered(at, actor));
  }
  [[nodiscard]] bool can_run_hindered(const Frame& at, std::size_t actor) const;
  static void add(std::vector<Choice>& choices, Choice::Kind kind, std::size_t actor) {
    choices.push_back({kind, static_cast<std::uint8_t>(actor), 0});
  }
  void add_other_connections(std::vector<Choice>& choices, std::size_t actor) const;
  template <class May>
  void each_host(std::vector<Choice>& choices, Choice::Kind kind, May may) const;
  void add_faults(std::vector<Choice>& choices) const;
  void add_deliveries(std::vector<Choice>& choices) const;
  void add_times(std::vector<Choice>& choices) const;
  [[nodiscard]] bool can_ask_pool(std::size_t actor, const Request& wants) const;
  [[nodiscard]] bool can_be_sent(std::size_t actor) const;
  [[nodiscard]] bool can_deliver(const LateStatement& late) const;
  [[nodiscard]] bool has_row(std::size_t actor) const;
  [[nodiscard]] bool is_over_http(const Request& wants) const;
  [[nodiscard]] bool has_expired(const ConnectionPools::Connection& connection) const;
  [[nodiscard]] std::optional<SessionId> expired_session(std::size_t actor) const;
  [[nodiscard]] std::optional<SessionId> droppable(std::size_t actor) const;
  [[nodiscard]] SessionId session_of(std::size_t actor) const;
  template <class Tell>
  void each_timer(Tell tell) const;
  [[nodiscard]] bool is_timer(Timestamp moment) const;
  [[nodiscard]] std::optional<Timestamp> next_move_of_time(std::size_t actor) const;
  void find_victims(std::vector<Choice>& victims) const;
  [[nodiscard]] std::optional<Timestamp> next_timer() const;
  [[noreturn]] static void refuse_timer();
  [[nodiscard]] std::size_t host_of(std::size_t actor) const;
  [[nodiscard]] Behaviour& behaviour(std::size_t actor) { return *behaviours_[slot_[actor]]; }
  [[nodiscard]] const Behaviour& behaviour(std::size_t actor) const {
    return *behaviours_[slot_[actor]];
  }
  void push_frame();
  void clear_event();
  void begin_footprint(const Choice& choice);
  void end_footprint();
  [[nodiscard]] std::uint64_t mutex_cell(std::size_t actor, const Request& wants) const;
  void run(const Choice& choice);
  SessionId send(std::size_t actor, Behaviour::Node& node, bool arrives);
  // Whether the statement can be carried out now. If not, the outcome says why: it waits for a
  // connection of its pool, or is answered with an error.
  [[nodiscard]] bool check_out(const Choice& choice, const Request& wants) {
    const bool own = wants.pool == Request::kNoPool && !frame().actors[choice.actor].session_lost;
    return own || try_check_out(choice, wants);
  }
  [[nodiscard]] bool try_check_out(const Choice& choice, const Request& wants);
  void give_connection(std::size_t actor, const Request& wants, std::uint8_t position = 0);
  void join_queue(std::size_t actor, const Request& wants);
  void fault(const Choice& choice);
  void kill(const Choice& choice);
  void bury(std::size_t actor, bool unnoticed, bool in_flight);
  void notice(std::uint8_t actor);
  void drop(std::uint8_t actor);
  void expire(std::uint8_t actor);
  void tell_env_of_death(std::size_t host);
  void deliver(std::uint8_t actor);
  void end_late(LateStatement* late);
  void cancel_victim(std::uint8_t actor);
  void move_time(std::int64_t offset_us);
  void carry_out(std::size_t actor, Behaviour::Node& node);
  void execute(Store& store, SessionId session, Behaviour::Node& node);
  void resume(SessionId session, Behaviour::Node& node);
  void prepare(Behaviour::Node& node, Store& store, SessionId session) {
    // As long as nothing is defined there is one version, and no need to ask.
    if (!node.prepared_for || defines_) prepare_for_version(node, store, session);
  }
  void prepare_for_version(Behaviour::Node& node, Store& store, SessionId session);
  void add_late(std::uint8_t actor, bool unnoticed);
  [[nodiscard]] LateStatement* find_late(std::uint8_t actor);
  [[nodiscard]] SessionId spare_session() const;
  [[nodiscard]] std::optional<std::size_t> owner_of(SessionId session) const;
  [[nodiscard]] WaitNoteId note_wait();
  [[nodiscard]] std::string describe_wait(std::size_t actor) const;
  [[nodiscard]] std::string describe_wait(WaitNoteId waits, const Request& wants) const;
  void advance(std::size_t actor, const Observation& observed);
  void arrive(std::size_t actor);
  void require_able(const Request& wants) const;
  void finish_event(ViewTable::ViewId before);
  void begin_recovery(std::size_t property);

  const Scenario* scenario_;
  std::unique_ptr<Store> store_;
  std::unique_ptr<Store> env_;
  ConnectionPools pools_;
  ViewTable views_;
  StackPool stacks_;
  bool time_moves_ = false;
  std::vector<ActorSpec> recovery_specs_;  // before behaviours_, which run them
  // One per actor, then one per recovery property.
  std::vector<std::unique_ptr<Behaviour>> behaviours_;
  std::array<std::size_t, kActorsMax + 1> slot_{};  // actor → its behaviour
  std::vector<std::size_t> recovery_slot_;          // by property index
  std::vector<SessionId> sessions_;                 // by behaviour
  std::vector<SessionId> pool_;                     // over HTTP: what statements are sent on
  SessionId env_session_{};
  SqlError connection_error_;
  SqlError closed_error_;
  SqlError terminated_error_;
  SqlError expired_error_;
  SqlError checkout_timeout_error_;  // of a pool's client that waited for a connection …
  SqlError begin_timeout_error_;     // … to begin a transaction on
  SqlError no_transactions_error_;
  SqlError deadlock_error_;
  SqlError recovery_error_;    // of a recovery that can only wait
  std::vector<Frame> frames_;  // up to depth_; what is beyond is old, or was never used
  std::size_t depth_ = 0;
  std::vector<std::byte> observer_bytes_;  // observer_size_ for each frame
  std::size_t observer_size_ = 0;
  Outcome outcome_;
  Event event_;
  bool records_ = false;
  Footprint footprint_;
  std::vector<const Statement*> env_on_death_;
  // Whether a receive() would have a row: by the digest of the env store, the time and the request.
  mutable DigestMap<bool> rows_to_receive_;
  mutable Outcome tried_;
  mutable std::vector<std::uint8_t> candidates_;  // reused by choices
  std::vector<std::size_t> blockers_;             // of event_
  mutable std::vector<SessionId> in_cycle_;       // reused by find_victims
  std::uint64_t steps_ = 0;
  std::vector<const Statement*> unordered_;
  bool defines_ = false;              // some statement that was prepared changes a catalog
  bool arms_timers_ = false;          // … or may set a timeout of its session
  std::vector<WaitNote> wait_notes_;  // each once
};

template <class Observe>
ActorEnd Scheduler::run_recovery(std::size_t property, Observe observe) {
  begin_recovery(property);
  const std::size_t actor = frame().actor_count - std::size_t{1};
  while (frame().actors[actor].status == ActorStatus::running) {
    if (depth() > scenario_->steps_max * 2) {
      throw Broken("limit", "the recovery takes more steps than the scenario allows");
    }
    Choice choice{Choice::Kind::run, static_cast<std::uint8_t>(actor), 0};
    if (!can_run(frame(), actor)) {
      const std::optional<Timestamp> timer = next_move_of_time(actor);
      if (!timer) {
        recovery_error_ = SqlError("", "it waits for ever " + describe_wait(actor));
        return {ActorStatus::failed, &recovery_error_};
      }
      choice = {Choice::Kind::time, 0, (*timer - kStart).microseconds};
    }
    observe(choice, step(choice));
  }
  const Behaviour::Node& end = behaviour(actor).node(frame().actors[actor].node);
  return {frame().actors[actor].status, &end.request.error};
}

}  // namespace racewindow
