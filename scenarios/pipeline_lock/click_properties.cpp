// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "scenarios/pipeline_lock/clicks.h"
#include "scenarios/pipeline_lock/properties.h"

namespace racewindow::pipeline_lock {
namespace {

constexpr const char* lock_section = "Lock intra-project: advisory lock Postgres";

}  // namespace

void add_click_properties(World& world) {
  const Facts& facts = world.facts;
  const Tracked<Clicks> tracked = world.clicks;
  world.scenario.monitor<NoState>(
      {"immediate-409", lock_section, "a click that is answered with 409 has never waited"}, {},
      [facts, tracked](NoState&, const Event& event) -> Finding {
        if (answer_of(facts, event) != 409) return std::nullopt;
        if (!has_bit(event.tracked(tracked).waited, event.actor)) return std::nullopt;
        return "expected an immediate 409, the request had to wait for it";
      });
  world.scenario.monitor<NoState>(
      {"honest-409", lock_section,
       "a click is answered with 409 only if a run was active or another click was being handled"},
      {}, [facts, tracked](NoState&, const Event& event) -> Finding {
        if (answer_of(facts, event) != 409) return std::nullopt;
        if (has_bit(event.tracked(tracked).excused, event.actor)) return std::nullopt;
        if (any_active_run(facts, *event.before)) return std::nullopt;
        return "expected a 409 only while the project is busy, no run and no other click was there";
      });
}

void add_one_accepted(World& world) {
  world.scenario.monitor<NoState>(
      {"one-accepted", lock_section,
       "of several clicks one is answered with 202, the others with "
       "409"},
      {}, [facts = world.facts, tracked = world.clicks](NoState&, const Event& event) -> Finding {
        const int status = answer_of(facts, event);
        if (status == 0) return std::nullopt;
        if (status == 500) return "expected 202 or 409, a click is answered with 500";
        Clicks clicks = event.tracked(tracked);
        clicks.follow(facts, event);
        if (clicks.accepted > 1) {
          return fmt::format("expected one click to be accepted, {} are", clicks.accepted);
        }
        if (clicks.answered == facts.clicks && clicks.accepted == 0) {
          return "expected one click to be accepted, all are refused";
        }
        return std::nullopt;
      });
}

void add_projects_apart(World& world) {
  world.scenario.monitor<NoState>(
      {"projects-apart", lock_section,
       "clicks on different projects neither wait for nor refuse each other"},
      {}, [facts = world.facts](NoState&, const Event& event) -> Finding {
        if (event.actor >= facts.clickers || event.kind == EventKind::time) return std::nullopt;
        if (event.kind == EventKind::wait) return "expected no click to wait, one waits";
        const int status = answer_of(facts, event);
        if (status == 0 || status == 202) return std::nullopt;
        return fmt::format("expected each project's click to be accepted, one is answered with {}",
                           status);
      });
}

}  // namespace racewindow::pipeline_lock
