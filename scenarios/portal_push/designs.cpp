// SPDX-License-Identifier: Apache-2.0
#include "scenarios/portal_push/designs.h"

#include <utility>

#include "guards/portal_push/designs.h"

namespace racewindow::portal_push {
namespace {

constexpr const char* problem = "Problem";
constexpr const char* rejected =
    "Why the three candidate approaches in the task file were rejected";

using Names = std::vector<std::string_view>;

const Names every_workload{"equal-pushes",
                           "growing-tree",
                           "shrinking-tree",
                           "three-writers",
                           "dying-push",
                           "admin-loop",
                           "two-accounts",
                           "exposure-same-first-row",
                           "exposure-overlapping",
                           "exposure-contained",
                           "exposure-reordered",
                           "exposure-disjoint",
                           "exposure-to-empty",
                           "exposure-from-empty",
                           "lost-reply",
                           "refused-statement",
                           "late-statement",
                           "late-statement-alone",
                           "reader-one-statement",
                           "reader-by-pointer",
                           "reader-rereads-pointer"};

// One of the eight combinations of the three changes.
Design combination(std::string name, std::string about, Changes changes) {
  Design design;
  design.name = std::move(name);
  design.about = std::move(about);
  design.section = "Design 1 to 3";
  design.push = [changes](Context& ctx, const Account& account) {
    push_with_changes(ctx, account, changes);
  };
  design.workloads = {"equal-pushes", "growing-tree", "three-writers", "dying-push"};
  design.claims_above = changes.claim_above;
  design.forward_flip = changes.forward_flip;
  return design;
}

}  // namespace

std::vector<Design> designs() {
  return {
      {.name = "before-task-1923",
       .about = "next to the pointer, no clear, plain flip, sweep of all other generations",
       .section = problem,
       .push = push_before_task_1923,
       .workloads = {"equal-pushes", "growing-tree", "dying-push", "two-accounts",
                     "late-statement"}},
      {.name = "pre-stage-clear",
       .about = "Task 1923: clears the next generation before staging at it",
       .section = problem,
       .push = push_with_pre_stage_clear,
       .workloads = {"equal-pushes", "growing-tree", "dying-push", "two-accounts",
                     "late-statement"}},
      {.name = "in-process-mutex",
       .about = "Task 1923 under a mutex of the operating system process",
       .section = rejected,
       .push = push_under_in_process_mutex,
       .workloads = {"equal-pushes", "one-process"}},
      {.name = "database-lease",
       .about = "Task 1923 under a lease in the database that expires",
       .section = rejected,
       .push = push_under_database_lease,
       .workloads = {"equal-pushes", "slow-push", "dying-push"},
       .lease = true},
      {.name = "max-alone",
       .about = "Task 1923 with the generation from MAX(generation) alone",
       .section = rejected,
       .push = push_with_max_alone,
       .workloads = {"equal-pushes", "exposure-to-empty", "dying-push"},
       .claims_above = true},
      {.name = "scoped-clear",
       .about = "Task 1923 with a clear that spares the generation read at the top",
       .section = rejected,
       .push = push_with_scoped_clear,
       .workloads = {"equal-pushes", "growing-tree", "three-writers", "dying-push"}},
      {.name = "reread-clear",
       .about = "Task 1923 with a clear that spares the generation read right before it",
       .section = rejected,
       .push = push_with_reread_clear,
       .workloads = {"equal-pushes", "growing-tree", "three-writers", "dying-push"}},
      combination("changes-none", "none of the three changes", {}),
      combination("changes-claim", "the claim above everything alone", {.claim_above = true}),
      combination("changes-flip", "the forward-only flip alone", {.forward_flip = true}),
      combination("changes-sweep", "the backward-only sweep alone", {.backward_sweep = true}),
      combination("changes-claim-flip", "claim and flip, without the backward-only sweep",
                  {.claim_above = true, .forward_flip = true}),
      combination("changes-claim-sweep", "claim and sweep, without the forward-only flip",
                  {.claim_above = true, .backward_sweep = true}),
      combination("changes-flip-sweep", "flip and sweep, without the claim above everything",
                  {.forward_flip = true, .backward_sweep = true}),
      combination("changes-all", "all three changes: the accepted design",
                  {.claim_above = true, .forward_flip = true, .backward_sweep = true}),
      {.name = "accepted",
       .about = "claim above everything, forward-only flip, backward-only sweep, no clear",
       .section = "Design",
       .push = push_account,
       .workloads = every_workload,
       .accepted = true,
       .claims_above = true,
       .forward_flip = true},
      {.name = "union-all-claim",
       .about = "the accepted design, its claim read in one UNION ALL statement",
       .section = "Design 1",
       .push = push_with_union_all_claim,
       .workloads = {"equal-pushes", "three-writers", "exposure-overlapping", "exposure-to-empty",
                     "exposure-from-empty"},
       .claims_above = true,
       .forward_flip = true},
      {.name = "clear-kept",
       .about = "the accepted design with the pre-stage clear kept",
       .section = "Design 4",
       .push = push_with_clear_kept,
       .workloads = {"equal-pushes", "three-writers", "dying-push"},
       .claims_above = true,
       .forward_flip = true},
      {.name = "retry-on-collision",
       .about = "the accepted design, started over once when its claim collides",
       .section = "Cases covered, and the one left fail-closed",
       .push = push_with_retry_on_collision,
       .workloads = {"equal-pushes", "three-writers", "exposure-overlapping", "exposure-disjoint"},
       .claims_above = true,
       .forward_flip = true},
      {.name = "root-row",
       .about = "the accepted design, the account's own directory the first row of every tree",
       .section = "docs/findings/01",
       .push = push_with_root_row,
       .workloads = every_workload,
       .accepted = true,
       .claims_above = true,
       .forward_flip = true,
       .root_row = true},
      {.name = "repaired",
       .about = "root-row, and no verification of a tree that is a peer's by then",
       .section = "docs/findings/02",
       .push = push_repaired,
       .workloads = every_workload,
       .accepted = true,
       .claims_above = true,
       .forward_flip = true,
       .root_row = true},
  };
}

}  // namespace racewindow::portal_push
