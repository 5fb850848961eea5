// SPDX-License-Identifier: Apache-2.0
#include "scenarios/operation_lock/milestones.h"
#include "scenarios/operation_lock/properties.h"
#include "scenarios/operation_lock/workloads.h"

namespace racewindow::operation_lock {
namespace {

World two_replaces(const Design& design) {
  World world = make_world(design);
  add_two_replaces(world);
  reach_meeting(world);
  // A recovery gets a pool's first connection and no other, so it cannot tell what was left on one.
  if (design.exclusion != Exclusion::session) add_recovery(world);
  return world;
}

World replace_and_reparse(const Design& design) {
  World world = make_world(design);
  world.caller("replace", world.web_1, {replace_by("ana", "a.pdf")});
  world.caller("reparse", world.web_2, {reparse_by("ben")});
  reach_meeting(world);
  reach_line(world, "the reparse is done", "op=reparse_file result=done");
  add_recovery(world);
  return world;
}

// Two files that have nothing, or the comparison, in common.
World two_files(const Design& design, std::size_t comparisons) {
  World world = make_world(design, comparisons);
  FileRequest other = replace_by("ben", "b.pdf");
  other.comparison_id = comparison(comparisons - 1);
  other.role = "revision";
  world.caller("replace", world.web_1, {replace_by("ana", "a.pdf")});
  world.caller("other-replace", world.web_2, {other});
  add_apart_properties(world);
  reach_line(world, "the first file is replaced", "result=done role=original");
  reach_line(world, "the other file is replaced", "result=done role=revision");
  return world;
}

// A guard aborts after the ingest, beside an operation that goes well.
World aborting(const Design& design, FileRequest request) {
  World world = make_world(design);
  world.caller("aborting", world.web_1, {std::move(request)});
  world.caller("replace", world.web_2, {replace_by("ben", "b.pdf")});
  reach_line(world, "a guard aborts", "result=aborted");
  reach_meeting(world);
  add_recovery(world);
  return world;
}

// One call after the other that no cheap guard lets pass, beside an operation that goes well.
World rejected_calls(const Design& design) {
  FileRequest no_uuid = replace_by("ana", "a.pdf");
  no_uuid.comparison_id = "the first one";
  const FileRequest no_access = replace_by("mallory", "a.pdf");
  const FileRequest no_path = replace_by("ana", "../a.pdf");

  World world = make_world(design);
  world.caller("rejected", world.web_1, {no_access, no_uuid, no_path});
  world.caller("replace", world.web_2, {replace_by("ben", "b.pdf")});
  for (const char* reason : {"the comparison id is no uuid", "no access to the file",
                             "the path has not the shape of one"}) {
    reach_line(world, std::string("rejected: ") + reason, reason);
  }
  add_recovery(world);
  return world;
}

// Somebody starts a recompare elsewhere in the interface.
World recompare_beside(const Design& design) {
  World world = make_world(design);
  world.caller("replace", world.web_1, {replace_by("ana", "a.pdf")});
  const std::size_t elsewhere =
      world.scenario.actor("recompare", world.web_2, [again = design.recompare](Context& ctx) {
        Session db = ctx.session();
        again(db, comparison());
      });
  reach_overtaken_recompare(world, elsewhere);
  add_recovery(world);
  return world;
}

}  // namespace

std::vector<Workload> call_workloads() {
  return {
      {"two-replaces", "two users replace the same file", two_replaces},
      {"replace-and-reparse", "one user replaces a file, another has it parsed again",
       replace_and_reparse},
      {"two-roles", "two users replace the two files of one comparison",
       [](const Design& design) { return two_files(design, 1); }},
      {"two-comparisons", "two users replace files of two comparisons",
       [](const Design& design) { return two_files(design, 2); }},
      {"blank-file", "a file without readable parts, beside a replace",
       [](const Design& design) { return aborting(design, replace_by("ana", "blank.pdf")); }},
      {"missing-file", "a file that is not there, beside a replace",
       [](const Design& design) { return aborting(design, replace_by("ana", "gone.pdf")); }},
      {"rejected-calls", "calls that the cheap guards reject, beside a replace", rejected_calls},
      {"recompare-beside-replace", "a recompare from elsewhere in the interface, beside a replace",
       recompare_beside},
  };
}

}  // namespace racewindow::operation_lock
