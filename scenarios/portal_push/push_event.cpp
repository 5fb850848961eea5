// SPDX-License-Identifier: Apache-2.0
#include "scenarios/portal_push/push_event.h"

#include <algorithm>
#include <variant>

namespace racewindow::portal_push {
namespace {

bool sends(const Event& event, Verb verb, std::string_view table) {
  const Statement* statement = event.statement();
  return statement != nullptr && event.kind != EventKind::external && statement->verb == verb &&
         statement->target != nullptr && statement->target->name == table;
}

// The query of a SELECT on one table or subquery; null for all else. Verifications join two tables.
const Select* plain_select(const Event& event) {
  const Statement* statement = event.statement();
  if (statement == nullptr || event.kind == EventKind::external) return nullptr;
  const Select* select = std::get_if<Select>(&statement->bound);
  return select != nullptr && select->from.size() == 1 ? select : nullptr;
}

}  // namespace

bool is_push_step(const Portal& portal, const Event& event) {
  return event.kind != EventKind::time && event.actor < portal.pushers;
}
bool sends_stage(const Event& event) {
  return sends(event, Verb::insert, "directory");
}
bool sends_flip(const Event& event) {
  return sends(event, Verb::insert, "directory_state");
}
bool sends_delete(const Event& event) {
  return sends(event, Verb::remove, "directory");
}

bool reads_pointer(const Event& event) {
  if (plain_select(event) == nullptr) return false;
  const auto& reads = event.statement()->reads;
  return std::any_of(reads.begin(), reads.end(),
                     [](const Table* table) { return table->name == "directory_state"; });
}

bool reads_max_generation(const Event& event) {
  const Select* select = plain_select(event);
  return select != nullptr && select->aggregates.size() == 1 &&
         select->aggregates.front().function == AggregateFunction::max;
}

bool carried_out(const Event& event) {
  return event.outcome != nullptr;
}
bool succeeded(const Event& event) {
  return carried_out(event) && event.outcome->status == Outcome::Status::rows;
}

bool logged(const Event& event, std::string_view op) {
  return std::any_of(event.logs.begin(), event.logs.end(),
                     [&](const std::string& line) { return line.starts_with(op); });
}

std::uint8_t account_number(const Portal& portal, const Event& event) {
  const std::string_view id = event.calls.front().params[0].as_text();
  for (std::size_t n = 0; n < portal.accounts.size(); ++n) {
    if (portal.accounts[n].id == id) return static_cast<std::uint8_t>(n + 1);
  }
  return 0;
}

std::uint8_t generation_of(const Event& event) {
  return static_cast<std::uint8_t>(event.calls.front().params[1].as_int());
}

Claim Claims::made_by(const Portal& portal, const Event& event) const {
  Claim claim = of[event.actor];
  const std::uint8_t account = account_number(portal, event);
  const std::uint8_t generation = generation_of(event);
  if (claim.account != account || claim.generation != generation) claim.staged = 0;
  claim.account = account;
  claim.generation = generation;
  return claim;
}

bool Claims::shared(std::size_t actor, const Claim& claim, bool staged) const {
  for (std::size_t other = 0; other < of.size(); ++other) {
    if (other == actor) continue;
    const Claim& theirs = of[other];
    if (theirs.account == claim.account && theirs.generation == claim.generation &&
        (!staged || theirs.staged != 0)) {
      return true;
    }
  }
  return false;
}

std::uint8_t Claims::highest_staged_by_others(std::size_t actor, std::uint8_t account) const {
  std::uint8_t highest = 0;
  for (std::size_t other = 0; other < of.size(); ++other) {
    if (other == actor || of[other].account != account || of[other].staged == 0) continue;
    highest = std::max(highest, of[other].generation);
  }
  return highest;
}

void Claims::follow(const Portal& portal, const Event& event) {
  if (!is_push_step(portal, event)) return;
  if (reads_pointer(event) || reads_max_generation(event)) {
    if (succeeded(event)) {
      of[event.actor].floor = highest_staged_by_others(event.actor, account_number(portal, event));
    }
  } else if (sends_stage(event) || sends_flip(event)) {
    Claim claim = made_by(portal, event);
    if (sends_stage(event) && succeeded(event)) claim.staged = 1;
    of[event.actor] = claim;
  }
}

}  // namespace racewindow::portal_push
