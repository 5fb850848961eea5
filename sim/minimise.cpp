// SPDX-License-Identifier: Apache-2.0
//
// Uniform-cost search (Dijkstra) over pairs (state, actor that moved last), with cost (context
// switches, faults, steps) compared in that order; ties go to what was found first, which is
// canonical because choices come in canonical order. The first time a property is breached is
// therefore a counterexample of least cost. Edges are carried out only when they are taken from the
// queue: the scheduler walks from where it is, back to the common prefix and forward.
#include "sim/minimise.h"

#include <algorithm>
#include <array>
#include <queue>
#include <tuple>

#include "sim/digest_map.h"
#include "sim/judge.h"
#include "sim/schedule_shape.h"
#include "sim/scheduler.h"

namespace racewindow {
namespace {

constexpr std::uint32_t kNone = ~std::uint32_t{0};

class Search {
 public:
  Search(const Scenario& scenario, const MinimiseOptions& options)
      : scenario_(&scenario),
        options_(&options),
        scheduler_(scenario, options.store),
        judge_(scenario) {}

  std::vector<std::optional<MinimalBreach>> run() {
    judge_.start(scheduler_);
    scheduler_.choices(enabled_);
    judge_.consider(scheduler_, enabled_, path_);
    collect();
    expand(kNone);
    while (open_ > 0 && !queue_.empty() && may_go_on()) {
      const std::uint32_t index = queue_.top().index;
      queue_.pop();
      visit(index);
    }
    return std::move(found_);
  }

 private:
  struct Node {
    std::uint32_t parent = kNone;
    std::uint32_t switches = 0;
    std::uint16_t faults = 0;
    std::uint16_t steps = 0;
    std::uint8_t last = kNobody;
    Choice choice;
  };
  struct Ticket {
    std::uint32_t switches;
    std::uint16_t faults;
    std::uint16_t steps;
    std::uint32_t index;  // order of discovery
    friend bool operator>(const Ticket& a, const Ticket& b) {
      return std::tie(a.switches, a.faults, a.steps, a.index) >
             std::tie(b.switches, b.faults, b.steps, b.index);
    }
  };

  bool may_go_on() {
    constexpr std::uint64_t kVisitsBetweenChecks = 4096;
    if (scheduler_.steps_on_store() >= options_->steps_max) return false;
    if (!options_->go_on || ++visits_ % kVisitsBetweenChecks != 0) return true;
    return options_->go_on(scheduler_.steps_on_store());
  }

  // Carries out the node's step, judges it, and queues what can follow.
  void visit(std::uint32_t index) {
    walk_to(nodes_[index].parent);
    const Choice choice = nodes_[index].choice;
    path_.push_back(choice);
    at_.push_back(index);
    judge_.observe(scheduler_, scheduler_.step(choice), path_);
    collect();
    if (path_.size() >= scenario_->steps_max) return;
    const Digest state = scheduler_.digest();
    const Digest key = Hasher(nodes_[index].last).add(state).digest();
    if (!seen_.insert(key, true).second) return;
    scheduler_.choices(enabled_);
    judge_.consider(scheduler_, enabled_, path_);
    collect();
    if (enabled_.empty()) {
      judge_.end(scheduler_, state, path_);
      collect();
    } else {
      expand(index);
    }
  }

  void expand(std::uint32_t index) {
    const Node from = index == kNone ? Node{} : nodes_[index];
    scheduler_.choices(enabled_);
    for (const Choice& choice : enabled_) {
      Node node = from;
      node.parent = index;
      node.choice = choice;
      ++node.steps;
      const std::uint8_t moves = mover(choice);
      if (moves != kNobody) {
        if (from.last != kNobody && from.last != moves) ++node.switches;
        node.last = moves;
      }
      if (is_fault(choice)) ++node.faults;
      const auto next = static_cast<std::uint32_t>(nodes_.size());
      queue_.push({node.switches, node.faults, node.steps, next});
      nodes_.push_back(node);
    }
  }

  void walk_to(std::uint32_t target) {
    way_.clear();
    for (std::uint32_t at = target; at != kNone; at = nodes_[at].parent) way_.push_back(at);
    std::reverse(way_.begin(), way_.end());
    std::size_t common = 0;
    while (common < way_.size() && common < at_.size() && way_[common] == at_[common]) ++common;
    scheduler_.restore(common);
    at_.resize(common);
    path_.resize(common);
    for (; common < way_.size(); ++common) {
      path_.push_back(nodes_[way_[common]].choice);
      at_.push_back(way_[common]);
      judge_.observe(scheduler_, scheduler_.step(path_.back()), path_);
    }
  }

  // Takes over what the judge has found so far.
  void collect() {
    if (found_.empty()) {
      found_.resize(options_->properties.size());
      open_ = found_.size();
    }
    if (judge_.breach_count() == collected_) return;
    collected_ = judge_.breach_count();
    for (std::size_t n = 0; n < found_.size(); ++n) {
      const auto& breach = judge_.breach(options_->properties[n]);
      if (found_[n] || !breach) continue;
      found_[n] = {breach->message, breach->schedule};
      --open_;
    }
  }

  const Scenario* scenario_;
  const MinimiseOptions* options_;
  Scheduler scheduler_;
  Judge judge_;
  std::vector<Node> nodes_;
  std::priority_queue<Ticket, std::vector<Ticket>, std::greater<>> queue_;
  DigestMap<bool> seen_;
  std::vector<Choice> enabled_;
  Schedule path_;                  // of the scheduler's current position
  std::vector<std::uint32_t> at_;  // the nodes along it
  std::vector<std::uint32_t> way_;
  std::vector<std::optional<MinimalBreach>> found_;
  std::size_t open_ = 0;
  std::size_t collected_ = 0;
  std::uint64_t visits_ = 0;
};

}  // namespace

std::vector<std::optional<MinimalBreach>> minimise(const Scenario& scenario,
                                                   const MinimiseOptions& options) {
  return Search(scenario, options).run();
}

}  // namespace racewindow
