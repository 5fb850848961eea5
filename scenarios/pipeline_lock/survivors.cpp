// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "scenarios/pipeline_lock/about.h"

namespace racewindow::pipeline_lock {
std::span<const Survivor> survivors() {
  static constexpr std::array all = {
      // Transactions.
      Survivor{"skip-statement", "prisma.cpp", "[-ROLLBACK-]",
               "property missing: the connection goes back to its pool with the transaction open "
               "and its lock held, until the next request on that connection ends both. A click on "
               "another connection that is answered 409 because of it is not told from one that "
               "met a click at work"},
      // The worker's steps.
      Survivor{"drop-conjunct", "run_resuming.cpp", "'FAILED' WHERE [-id = $1-]",
               "property missing: runs of others that have not ended are marked FAILED too. A "
               "worker fails only in workloads of one run, or where the others have ended"},
      Survivor{
          "skip-statement split-transaction swap-statements", "run_steps.cpp",
          "ADD COLUMN IF NOT EXISTS",
          "property missing: what the column is for is no part of the model; it stands for "
          "the lock that ALTER TABLE takes, which CREATE TABLE IF NOT EXISTS and the company's "
          "lock have covered"},
      Survivor{"swap-statements", "run_steps.cpp", "COMMIT; {+CREATE ",
               "redundant: by itself right after COMMIT, what IF NOT EXISTS finds is as true as at "
               "the end of the transaction"},
      Survivor{"skip-statement", "run_steps.cpp", "[-SELECT COUNT(*) FROM rules_tmp_",
               "redundant: it stands for the reading of the rules, whose result is not modelled"},
      Survivor{"skip-statement swap-statements", "step_jobs.cpp", "INSERT INTO pipeline_chunk",
               "property missing: the rows of a chunk stand for the connection that each holds "
               "while it works; how many chunks were written is not asked"},
      // The sweeper, which the document leaves to chance.
      Survivor{"drop-conjunct change-comparison", "sweeper.cpp", "SELECT p.id FROM project",
               "property missing for this design: its temporary tables live within a transaction, "
               "so that a sweeper that takes a busy project for an idle one finds none to drop"},
  };
  return all;
}

}  // namespace racewindow::pipeline_lock
