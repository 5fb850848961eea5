// SPDX-License-Identifier: Apache-2.0
#include <fmt/ranges.h>

#include "guards/portal_push/readers.h"
#include "scenarios/portal_push/milestones.h"
#include "scenarios/portal_push/properties.h"
#include "scenarios/portal_push/workloads.h"

namespace racewindow::portal_push {
namespace {

using Reader = Tree (*)(Context&, const Account&);

World with_reader(const Design& design, const Parameters& given, Reader list) {
  World world = make_world({seed("acme", {{"archive", "brand"}, paths(given["rows"])}, given)});
  add_admin_and_cli(world, design);
  const std::size_t reader = world.scenario.actor(
      "reader", world.scenario.host("portal"),
      [list, account = world.portal.accounts.front()](Context& ctx) {
        const Tree tree = list(ctx, account);
        ctx.log("op=list account={} paths={}", account.id, fmt::join(tree, ","));
      });
  add_listing_property(world, reader);
  reach_contention(world, design);
  if (list != list_in_one_statement) reach_reader_overtaken(world, reader);
  return world;
}

}  // namespace

std::vector<Workload> reader_workloads() {
  return {
      {"reader-one-statement", "two equal pushes, and a reader that lists in one statement",
       rows_and_batch(), true,
       [](const Design& design, const Parameters& given) {
         return with_reader(design, given, list_in_one_statement);
       }},
      {"reader-by-pointer", "two equal pushes, and a reader of the pointer and then the rows",
       rows_and_batch(), true,
       [](const Design& design, const Parameters& given) {
         return with_reader(design, given, list_by_pointer);
       }},
      {"reader-rereads-pointer",
       "two equal pushes, and a reader that starts over where the pointer has moved meanwhile",
       rows_and_batch(), true,
       [](const Design& design, const Parameters& given) {
         return with_reader(design, given, list_while_pointer_stands);
       }},
  };
}

}  // namespace racewindow::portal_push
