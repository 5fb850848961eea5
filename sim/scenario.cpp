// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario.h"

#include <algorithm>
#include <cstring>

#include "sim/sql/error.h"

namespace racewindow {

std::string_view verdict_name(Verdict verdict) {
  switch (verdict) {
    case Verdict::holds:
      return "holds";
    case Verdict::violated:
      return "violated";
    case Verdict::inconclusive:
      return "inconclusive";
    case Verdict::vacuous:
      return "vacuous";
  }
  return "";
}

std::string_view kind_name(PropertyKind kind) {
  switch (kind) {
    case PropertyKind::invariant:
      return "invariant";
    case PropertyKind::monitor:
      return "monitor";
    case PropertyKind::final:
      return "final";
    case PropertyKind::recovery:
      return "recovery";
    case PropertyKind::stuck:
      return "stuck";
  }
  return "";
}

bool Event::executed(Verb verb, std::string_view table) const {
  if (outcome == nullptr || outcome->status == Outcome::Status::wait) return false;
  return std::any_of(calls.begin(), calls.end(), [&](const Call& call) {
    const Statement& statement = *call.statement;
    return statement.verb == verb && statement.target != nullptr && statement.target->name == table;
  });
}

std::span<const Value> Event::before_cells(const RowChange& change) const {
  if (change.before == RowChange::npos) return {};
  return std::span<const Value>(outcome->change_cells)
      .subspan(change.before, change.table->columns.size());
}

std::span<const Value> Event::after_cells(const RowChange& change) const {
  if (change.after == RowChange::npos) return {};
  return std::span<const Value>(outcome->change_cells)
      .subspan(change.after, change.table->columns.size());
}

Scenario::Scenario() {
  Property stuck;
  stuck.info = {"not-stuck", "", "some actor can always move, or the passing of time helps"};
  stuck.kind = PropertyKind::stuck;
  properties.push_back(std::move(stuck));
}

void Scenario::invariant(PropertyInfo info, std::function<Finding(const View&)> check) {
  Property property;
  property.info = std::move(info);
  property.kind = PropertyKind::invariant;
  property.invariant = std::move(check);
  properties.push_back(std::move(property));
}

void Scenario::final(PropertyInfo info, std::function<Finding(const Final&)> judge) {
  Property property;
  property.info = std::move(info);
  property.kind = PropertyKind::final;
  property.judge = std::move(judge);
  properties.push_back(std::move(property));
}

void Scenario::recovery(PropertyInfo info, std::function<void(Context&)> body,
                        std::function<Finding(const Final&)> judge) {
  Property property;
  property.info = std::move(info);
  property.kind = PropertyKind::recovery;
  property.recovery = std::move(body);
  property.judge = std::move(judge);
  properties.push_back(std::move(property));
}

void Scenario::expect(std::string_view property, Verdict verdict, std::string why) {
  const auto found = std::find_if(properties.begin(), properties.end(),
                                  [&](const Property& each) { return each.info.name == property; });
  if (found == properties.end()) {
    throw Broken("setup",
                 "an expectation names a property that there is not: " + std::string(property));
  }
  found->expected = verdict;
  found->why = std::move(why);
}

std::size_t Scenario::add_bytes(const void* bytes, std::size_t size) {
  constexpr std::size_t kAlign = 8;
  const std::size_t offset = monitor_states.size();
  monitor_states.resize(offset + (size + kAlign - 1) / kAlign * kAlign);
  std::memcpy(monitor_states.data() + offset, bytes, size);
  return offset;
}

}  // namespace racewindow
