// SPDX-License-Identifier: Apache-2.0
#include "scenarios/portal_push/expectations.h"

#include "scenarios/known_verdicts.h"

namespace racewindow::portal_push {
namespace {

const Words what_readers_see{"never-partial", "exactly-complete", "live-rows-kept"};
const Words shared_claim{"shared-claim-one-fails", "shared-claim-first-row"};
const Words of_pushes{"equal-pushes", "growing-tree", "three-writers", "dying-push",
                      "late-statement"};

// The designs that Task 1926 rejects, and the one it replaces.
const std::vector<Known> of_rejected_designs{
    {{"pre-stage-clear"},
     of_pushes,
     what_readers_see,
     "what the clear takes for the remains of a dead push is the tree a peer has flipped to"},
    {{"in-process-mutex"},
     {"equal-pushes"},
     what_readers_see,
     "the other process has a mutex of its own, so the clear takes the tree a peer has flipped to"},
    {{"database-lease"},
     {"slow-push"},
     what_readers_see,
     "the holder goes on after its lease has run out, and clears the tree its successor flipped "
     "to"},
    {{"scoped-clear"},
     of_pushes,
     what_readers_see,
     "the next generation never is the one read at the top: the condition spares nothing"},
    {{"reread-clear"},
     of_pushes,
     what_readers_see,
     "a peer flips between the second read of the pointer and the DELETE, and the sweep of all "
     "others takes what an overtaking peer has flipped to"},
    {{"max-alone"},
     {"equal-pushes", "dying-push", "exposure-to-empty"},
     what_readers_see,
     "the slower push flips down onto a generation that the faster one has swept; and those that "
     "read before either stages share a generation, where the clear takes the live tree"},
    {{"max-alone"},
     {"equal-pushes", "dying-push"},
     {"pointer-forward"},
     "the slower push flips the pointer down onto its own generation"},
    {{"max-alone"},
     {"exposure-to-empty"},
     {"pointer-forward"},
     "an empty directory has no MAX: the claim starts again at 1, far below the pointer"},
    {{"scoped-clear", "reread-clear"},
     {"three-writers"},
     {"pointer-forward"},
     "a push that is overtaken by two flips the pointer down onto its own generation"},
    {{"before-task-1923"},
     of_pushes,
     what_readers_see,
     "an overtaken winner's sweep of all other generations takes the one that readers are at"},
    {{"before-task-1923"},
     {"dying-push", "late-statement"},
     {"next-push-heals"},
     "rows of the stage that broke off are in the way of every later push"},
    {{"database-lease"},
     {"dying-push"},
     {"next-push-heals"},
     "a dead holder keeps its lease: until it has run out, pushes are skipped"},
    {{"pre-stage-clear", "in-process-mutex", "scoped-clear", "reread-clear"},
     of_pushes,
     {"nothing-cleared-before-flip"},
     "the clear is a DELETE before the flip, and op=stage-clear tells of it"},
    {{"database-lease"},
     {"equal-pushes", "slow-push", "dying-push"},
     {"nothing-cleared-before-flip"},
     "the lease is taken before the pointer is read"},
    {{"max-alone"},
     {"equal-pushes", "dying-push", "exposure-to-empty"},
     {"nothing-cleared-before-flip"},
     "the claim reads MAX(generation) and not the pointer"},
    {{"pre-stage-clear", "in-process-mutex", "max-alone", "scoped-clear", "reread-clear"},
     {"equal-pushes", "growing-tree", "three-writers", "dying-push", "exposure-to-empty",
      "late-statement"},
     shared_claim,
     "the clear takes the first one's rows, and the second finds nothing to collide with"},
    {{"database-lease"},
     {"slow-push"},
     shared_claim,
     "the clear takes the first one's rows, and the second finds nothing to collide with"},
    {{"before-task-1923", "pre-stage-clear", "in-process-mutex", "scoped-clear", "reread-clear"},
     of_pushes,
     {"later-claim-is-higher"},
     "the claim is the pointer plus one, whatever a peer has staged there"},
    {{"database-lease"},
     {"slow-push"},
     {"later-claim-is-higher"},
     "the claim is the pointer plus one, whatever a peer has staged there"},
};

// Each combination of the three changes.
const std::vector<Known> of_combinations{
    {{"changes-none", "changes-claim", "changes-flip", "changes-claim-flip"},
     of_pushes,
     what_readers_see,
     "the sweep of all others takes what a peer has staged higher up, or has flipped to"},
    {{"changes-claim-sweep"},
     of_pushes,
     what_readers_see,
     "the slower push flips the pointer down onto a generation that the faster one sweeps"},
    {{"changes-claim", "changes-claim-sweep"},
     of_pushes,
     {"pointer-forward"},
     "the slower push flips the pointer down onto its own generation"},
    {{"changes-none", "changes-sweep"},
     {"three-writers"},
     {"pointer-forward"},
     "a push that is overtaken by two flips the pointer down onto its own generation"},
    {{"changes-none", "changes-flip", "changes-sweep", "changes-flip-sweep"},
     {"dying-push"},
     {"next-push-heals"},
     "rows of the stage that broke off are in the way of every later push"},
    {{"changes-sweep"},
     {"three-writers"},
     {"next-push-heals"},
     "rows above the pointer that went back are in the way of every later push"},
    {{"changes-none", "changes-flip", "changes-sweep", "changes-flip-sweep"},
     of_pushes,
     {"later-claim-is-higher"},
     "the claim is the pointer plus one, whatever a peer has staged there"},
    {{"changes-claim", "changes-claim-flip"},
     {"three-writers"},
     {"later-claim-is-higher"},
     "a third push has swept the staged rows away before MAX is read"},
};

// The accepted design, what it argues against in passing, and its repairs.
const Words accepted_kind{"changes-all",        "accepted", "union-all-claim",
                          "retry-on-collision", "root-row", "repaired"};
const Words without_root_row{"accepted", "union-all-claim", "retry-on-collision"};

const std::vector<Known> of_accepted_designs{
    {{"clear-kept"},
     of_pushes,
     what_readers_see,
     "the clear does match: a peer with the same claim has staged, or even flipped (finding 05)"},
    {{"clear-kept"},
     of_pushes,
     {"nothing-cleared-before-flip"},
     "the clear is a DELETE before the flip, and op=stage-clear tells of it (finding 05)"},
    {{"clear-kept"},
     of_pushes,
     shared_claim,
     "the clear takes the first one's rows, and the second finds nothing to collide with"},
    {{"clear-kept"},
     {"three-writers"},
     {"later-claim-is-higher"},
     "a peer has cleared the staged rows away before MAX is read"},
    {without_root_row,
     {"exposure-overlapping", "exposure-contained", "exposure-reordered", "exposure-disjoint"},
     {"shared-claim-first-row"},
     "the two walks begin with different rows, and both get them in (finding 01)"},
    {without_root_row,
     {"exposure-reordered"},
     {"shared-claim-one-fails"},
     "each holds the row that the other comes to: both fail (finding 01)"},
    {without_root_row,
     {"exposure-disjoint"},
     {"shared-claim-one-fails"},
     "nothing collides: both succeed at one generation (finding 01)"},
    {without_root_row,
     {"exposure-to-empty", "exposure-from-empty"},
     {"shared-claim-one-fails"},
     "an empty tree has no row to collide with: both succeed at one generation (finding 01)"},
    {without_root_row,
     {"exposure-overlapping", "exposure-contained", "exposure-disjoint"},
     {"exactly-complete"},
     "rows of the one stay in the tree of the other (finding 01)"},
    {without_root_row,
     {"exposure-contained"},
     {"never-partial"},
     "the winner's tree and the loser's first rows are a part of the loser's tree (finding 01)"},
    {without_root_row,
     {"exposure-to-empty", "exposure-from-empty"},
     {"never-partial", "exactly-complete"},
     "a push of an empty tree flips at once to the generation that the other is still staging at "
     "(finding 01)"},
    {{"accepted"},
     {"late-statement-alone"},
     {"exactly-complete"},
     "a late INSERT of the failed cycle lands in the generation of the next (finding 03)"},
    {{"accepted", "root-row", "repaired"},
     {"reader-by-pointer"},
     {"listing-complete"},
     "the generation is swept between the reader's two statements (finding 04)"},
};

// What all designs share whose verification counts through the pointer, and any in which a third
// push can sweep.
const std::vector<Known> of_many_designs{
    {{"before-task-1923", "pre-stage-clear", "max-alone", "scoped-clear", "reread-clear",
      "changes-none", "changes-claim", "changes-flip", "changes-sweep", "changes-claim-flip",
      "changes-claim-sweep", "changes-flip-sweep", "changes-all", "accepted", "union-all-claim",
      "root-row"},
     {"growing-tree", "shrinking-tree", "exposure-contained", "exposure-to-empty",
      "exposure-from-empty", "lost-reply", "refused-statement", "late-statement"},
     {"verify-is-truthful"},
     "a winner that is overtaken before it verifies counts its peer's rows (finding 02)"},
    {{"changes-none", "changes-claim", "changes-flip", "changes-sweep", "changes-claim-flip",
      "changes-claim-sweep", "changes-flip-sweep"},
     {"three-writers"},
     shared_claim,
     "a third push has swept the winner's rows, and the loser collides with nothing"},
    {accepted_kind,
     {"three-writers"},
     shared_claim,
     "a third push has swept the winner's rows: the loser collides with nothing and is superseded "
     "(finding 06)"},
};

}  // namespace

void expect_known_verdicts(Scenario& scenario, std::string_view design, std::string_view workload) {
  for (const auto& table :
       {of_rejected_designs, of_combinations, of_accepted_designs, of_many_designs}) {
    expect_known(scenario, table, design, workload);
  }
}

}  // namespace racewindow::portal_push
