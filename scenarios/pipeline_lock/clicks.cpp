// SPDX-License-Identifier: Apache-2.0
#include "scenarios/pipeline_lock/clicks.h"

#include <string>
#include <string_view>

namespace racewindow::pipeline_lock {
namespace {

std::uint8_t bit(std::size_t clicker) {
  return static_cast<std::uint8_t>(1U << clicker);
}

void clear(std::uint8_t& mask, std::size_t clicker) {
  mask = static_cast<std::uint8_t>(mask & ~bit(clicker));
}

void leave(Clicks& clicks, std::size_t clicker) {
  clear(clicks.inside, clicker);
  clear(clicks.waited, clicker);
  clear(clicks.excused, clicker);
}

}  // namespace

void follow_clicks(World& world) {
  world.clicks = world.scenario.track<Clicks>(
      {},
      [facts = world.facts](Clicks& clicks, const Event& event) { clicks.follow(facts, event); });
}

int answer_of(const Facts& facts, const Event& event) {
  if (!is_click_step(facts, event)) return 0;
  constexpr std::string_view kStatus = "status=";
  for (const std::string& line : event.logs) {
    if (line.starts_with(kStatus)) return std::stoi(line.substr(kStatus.size()));
  }
  return 0;
}

bool any_active_run(const Facts& facts, const View& view) {
  const ViewRows& runs = view[facts.runs];
  for (std::size_t n = 0; n < runs.size(); ++n) {
    const std::string_view status = runs.at(n, 2).as_text();
    if (status == "PENDING" || status == "RUNNING") return true;
  }
  return false;
}

unsigned Clicks::inside_during(const Facts& facts, const Event& event) const {
  return is_click_step(facts, event) ? inside | bit(event.actor) : inside;
}

void Clicks::follow(const Facts& facts, const Event& event) {
  if (event.kind == EventKind::crash || event.kind == EventKind::vanish) {
    if (event.actor >= facts.clickers) return;
    for (std::size_t n = 0; n < facts.clickers; ++n) {
      if (facts.hosts[n] == facts.hosts[event.actor]) leave(*this, n);
    }
    return;
  }
  if (is_click_step(facts, event)) {
    inside |= bit(event.actor);
    if (event.kind == EventKind::wait) waited |= bit(event.actor);
  }
  const bool active = any_active_run(facts, *event.before) || any_active_run(facts, *event.after);
  for (std::size_t n = 0; n < facts.clickers; ++n) {
    if (!has_bit(inside, n)) continue;
    if (active || inside != bit(n)) excused |= bit(n);
  }
  const int status = answer_of(facts, event);
  if (status == 0) return;
  ++answered;
  if (status == 202) ++accepted;
  leave(*this, event.actor);
}

}  // namespace racewindow::pipeline_lock
