// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "scenarios/portal_push/milestones.h"
#include "scenarios/portal_push/workloads.h"

namespace racewindow::portal_push {
namespace {

// Where two pushes collide that share a claim and have walked either side of the change.
enum class Collision { first_row, later_row, none };

struct Change {
  std::string name;
  std::string about;
  Tree from;
  Tree to;
  Collision collision = Collision::first_row;
};

World two_pushes_and_an_editor(const Design& design, const Change& change,
                               const Parameters& given) {
  AccountSeed account = seed("acme", {change.from, change.to}, given);
  account.exposed = 0;
  World world = make_world({account});
  add_admin_and_cli(world, design);
  const std::size_t editor = add_editor(world);
  reach_change_between_reads(world, editor);
  reach_contention(world, design);
  const Collision collision = design.root_row ? Collision::first_row : change.collision;
  if (collision == Collision::first_row) reach_first_row_collision(world);
  if (collision == Collision::later_row) reach_later_collision(world);
  return world;
}

Workload workload(Change change) {
  return {change.name,
          "two pushes while the exposed set changes: " + change.about,
          {batch_alone()},
          true,
          [change](const Design& design, const Parameters& given) {
            return two_pushes_and_an_editor(design, change, given);
          }};
}

}  // namespace

std::vector<Workload> exposure_workloads() {
  return {
      workload({"growing-tree", "it grows at its end", {"brand"}, {"brand", "docs", "faq"}}),
      workload({"shrinking-tree", "it shrinks from its end", {"brand", "docs", "faq"}, {"brand"}}),
      workload({"exposure-same-first-row",
                "overlapping, the same first row",
                {"brand", "docs"},
                {"brand", "faq"}}),
      workload({"exposure-overlapping",
                "overlapping, another first row",
                {"brand", "guides"},
                {"docs", "guides"},
                Collision::later_row}),
      workload({"exposure-contained",
                "the old one is part of the new one, another first row",
                {"docs"},
                {"brand", "docs", "faq"},
                Collision::later_row}),
      workload({"exposure-reordered",
                "the same rows in another order",
                {"brand", "docs"},
                {"docs", "brand"},
                Collision::later_row}),
      workload(
          {"exposure-disjoint", "disjoint", {"brand", "docs"}, {"faq", "guides"}, Collision::none}),
      workload({"exposure-to-empty", "to nothing", {"brand", "docs"}, {}, Collision::none}),
      workload({"exposure-from-empty", "from nothing", {}, {"brand", "docs"}, Collision::none}),
  };
}

}  // namespace racewindow::portal_push
