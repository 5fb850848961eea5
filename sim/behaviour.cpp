// SPDX-License-Identifier: Apache-2.0
#include "sim/behaviour.h"

#include <fmt/format.h>

#include <algorithm>

namespace racewindow {

Behaviour::Behaviour(StackPool& stacks, const ActorSpec& spec, std::size_t index,
                     std::optional<Timestamp> fixed_clock)
    : stacks_(&stacks), spec_(&spec), index_(index), fixed_clock_(fixed_clock) {
  start();
  static_cast<void>(add_node(kRoot, {}, {}));
}

Behaviour::~Behaviour() {
  stop();
}

void Behaviour::stop() {
  if (live_ != nullptr && !live_->stop()) ++abandoned_;
  live_.reset();
}

void Behaviour::start() {
  stop();
  forget_live();
  live_ = std::make_unique<ActorRuntime>(*stacks_, *spec_, index_);
  live_at_ = kRoot;
  settle();
}

void Behaviour::forget_live() {
  live_logs_.clear();
  live_released_.clear();
  live_forgotten_.reset();
}

void Behaviour::settle() {
  for (;;) {
    live_logs_.insert(live_logs_.end(), live_->logs().begin(), live_->logs().end());
    live_released_.insert(live_released_.end(), live_->released_clients().begin(),
                          live_->released_clients().end());
    if (live_->forgotten()) live_forgotten_ = live_->forgotten();
    if (!fixed_clock_ || live_->request().kind != Request::Kind::clock) return;
    Reply reply;
    reply.now = *fixed_clock_;
    live_->resume(reply);
  }
}

Behaviour::NodeId Behaviour::advance(NodeId from, const Observation& observed) {
  const Digest digest = observed.digest();
  for (const auto& [edge, child] : nodes_[from]->children) {
    if (edge == digest) return child;
  }
  bring_fiber_to(from);
  Reply reply = observed.to_reply();
  forget_live();
  live_->resume(reply);
  settle();
  return add_node(from, digest, std::move(reply));
}

Behaviour::NodeId Behaviour::add_node(NodeId parent, const Digest& observed, Reply reply) {
  const auto id = static_cast<NodeId>(nodes_.size());
  auto node = std::make_unique<Node>();
  node->request = live_->request();
  node->request_digest = node->request.digest();
  node->logs = live_logs_;
  node->released = live_released_;
  node->parent = parent;
  node->reply = std::move(reply);
  Hasher history(index_);
  if (id != kRoot) {
    node->depth = nodes_[parent]->depth + 1;
    history.add(nodes_[parent]->history).add(observed);
    nodes_[parent]->children.emplace_back(observed, id);
  }
  node->history = live_forgotten_ ? *live_forgotten_ : history.digest();
  nodes_.push_back(std::move(node));
  live_at_ = id;
  return id;
}

void Behaviour::bring_fiber_to(NodeId target) {
  if (live_at_ == target) return;
  // The recorded way down, back to the fiber's own position if that lies on it.
  path_.clear();
  NodeId at = target;
  while (at != kRoot && at != live_at_) {
    path_.push_back(at);
    at = nodes_[at]->parent;
  }
  if (at != live_at_ || live_ == nullptr) {
    start();
    compare_with(kRoot);
  }
  while (!path_.empty()) {
    const NodeId next = path_.back();
    path_.pop_back();
    forget_live();
    live_->resume(nodes_[next]->reply);
    settle();
    live_at_ = next;
    compare_with(next);
  }
}

void Behaviour::compare_with(NodeId recorded) const {
  const Node& node = *nodes_[recorded];
  const Request& now = live_->request();
  if (now.digest() == node.request_digest && live_logs_ == node.logs) return;
  const auto tell = [](const Request& request, const std::vector<std::string>& logs) {
    return logs.empty() ? request.describe()
                        : fmt::format("{} (log: {})", request.describe(), fmt::join(logs, " | "));
  };
  throw Broken(
      "nondeterministic",
      fmt::format("actor {} does something else when it is run again on the same replies: "
                  "after its step {} it first went on with {}, now with {}",
                  spec_->name, node.depth, tell(node.request, node.logs), tell(now, live_logs_)),
      spec_->name);
}

void Behaviour::verify(std::size_t paths_max) {
  std::size_t paths = 0;
  for (std::size_t n = 0; n < nodes_.size() && paths < paths_max; ++n) {
    if (!nodes_[n]->children.empty()) continue;
    start();
    compare_with(kRoot);
    bring_fiber_to(static_cast<NodeId>(n));
    ++paths;
  }
}

}  // namespace racewindow
