// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "sim/actor.h"
#include "sim/request.h"
#include "sim/scenario.h"
#include "sim/store/store.h"

namespace racewindow {

// What one actor does, as far as it has been seen: a tree whose edges are what the actor observed
// and whose nodes are what it asked for next.
//
// An actor is a deterministic function of its observations, so this tree *is* the actor: the search
// moves along known edges by looking them up, and the real guard code runs on its fiber only where
// the tree is new. To get a fiber to a node, a fresh one is fed the recorded replies on the way;
// everything it asks for is compared with what the tree holds, and a difference ends the scenario
// as `broken`. A node is 4 bytes in a state; nothing is ever removed from the tree.
class Behaviour {
 public:
  using NodeId = std::uint32_t;

  struct Node {
    Request request;
    Digest request_digest;
    Digest history;                      // of all observations since the actor's last forget()
    std::vector<std::string> logs;       // written since the parent's request was answered
    std::vector<std::uint8_t> released;  // clients of pools that were let go of since then
    std::vector<Call> calls;  // the request's statements, once the scheduler has prepared them …
    std::optional<std::uint64_t> prepared_for;  // … against this version of the catalog
    NodeId parent = 0;
    Reply reply;              // to the parent's request
    std::uint32_t depth = 0;  // number of steps the actor has taken
    std::vector<std::pair<Digest, NodeId>> children;
  };

  // `fixed_clock`: what ctx.now() answers where time cannot move; null where readings are steps.
  // Runs the actor up to its first request. Throws Broken.
  Behaviour(StackPool& stacks, const ActorSpec& spec, std::size_t index,
            std::optional<Timestamp> fixed_clock);
  ~Behaviour();

  static constexpr NodeId kRoot = 0;
  [[nodiscard]] const Node& node(NodeId id) const { return *nodes_[id]; }
  [[nodiscard]] Node& node(NodeId id) { return *nodes_[id]; }
  [[nodiscard]] std::size_t size() const { return nodes_.size(); }

  // The node that the actor reaches from `from` when its request is answered with `observed`.
  // Cost: one look-up where that has happened before. Throws Broken.
  [[nodiscard]] NodeId advance(NodeId from, const Observation& observed);

  // Runs the actor again, on fresh fibers, along paths to at most `paths_max` leaves of the tree.
  // Throws Broken("nondeterministic") where it does anything else than before.
  void verify(std::size_t paths_max);

  // Bodies that swallowed actor_stopped, stacks retired.
  [[nodiscard]] std::uint64_t abandoned() const { return abandoned_; }

 private:
  void start();
  void stop();
  // Answers clock readings that are no steps; gathers log lines, released clients and forget().
  void settle();
  void forget_live();
  [[nodiscard]] NodeId add_node(NodeId parent, const Digest& observed, Reply reply);
  void bring_fiber_to(NodeId target);
  void compare_with(NodeId recorded) const;

  StackPool* stacks_;
  const ActorSpec* spec_;
  std::size_t index_;
  std::optional<Timestamp> fixed_clock_;
  std::vector<std::unique_ptr<Node>> nodes_;
  std::unique_ptr<ActorRuntime> live_;  // the fiber; null before the first start
  NodeId live_at_ = kRoot;
  std::vector<std::string> live_logs_;
  std::vector<std::uint8_t> live_released_;
  std::optional<Digest> live_forgotten_;
  std::vector<NodeId> path_;
  std::uint64_t abandoned_ = 0;
};

}  // namespace racewindow
