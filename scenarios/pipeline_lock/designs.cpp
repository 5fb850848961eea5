// SPDX-License-Identifier: Apache-2.0
#include "scenarios/pipeline_lock/designs.h"

#include "guards/pipeline_lock/designs.h"
#include "guards/pipeline_lock/schema.h"
#include "guards/pipeline_lock/worker.h"

namespace racewindow::pipeline_lock {
namespace {

constexpr const char* lock_section = "Lock intra-project: advisory lock Postgres";
constexpr const char* window_section = "Race window chiusa (WS3)";
constexpr const char* beside = "not in the document";

using Names = std::vector<std::string_view>;

const Names clicks{"two-clicks",         "three-clicks", "two-processes",
                   "consecutive-clicks", "two-projects", "colliding-keys"};
const Names pools{"pool-of-1",        "pool-of-2",       "pool-of-3", "two-projects-pool-of-2",
                  "pool-of-1-limits", "pool-of-2-limits"};
const Names faults{"one-run",      "clicks-and-slots",  "dying-handler",  "vanishing-handler",
                   "lost-reply",   "refused-statement", "late-statement", "dropped-session",
                   "dying-worker", "vanishing-worker",  "stalled-worker"};
const Names workers{"concurrency-1", "two-worker-processes", "same-company", "two-companies",
                    "sweeper",       "connections-1",        "connections-2"};

Names all_of(std::initializer_list<Names> parts) {
  Names all;
  for (const Names& part : parts) all.insert(all.end(), part.begin(), part.end());
  return all;
}

const Names every_workload = all_of({clicks, pools, faults, workers});

std::vector<std::string> both(std::vector<std::string> indexes,
                              const std::vector<std::string>& more) {
  indexes.insert(indexes.end(), more.begin(), more.end());
  return indexes;
}

}  // namespace

std::vector<Design> designs() {
  return {
      {.name = "unguarded",
       .about = "check, create and call with nothing around them",
       .section = window_section,
       .start = start_unguarded,
       .run = run_without_tables,
       .workloads = all_of({clicks, {"pool-of-1"}}),
       .autocommit = true},
      {.name = "as-printed",
       .about = "the printed code: lock and work by the outer client, an empty transaction around",
       .section = lock_section,
       .start = start_as_printed,
       .run = run_as_described,
       .workloads = all_of({clicks, pools, {"dying-handler"}})},
      {.name = "work-outside",
       .about = "the lock in the transaction, the work by the outer client",
       .section = lock_section,
       .start = start_with_work_outside,
       .run = run_as_described,
       .workloads = all_of({clicks, pools, {"dying-handler", "vanishing-handler"}})},
      {.name = "as-described",
       .about = "lock, check, creation and the call to the worker in one transaction",
       .section = window_section,
       .start = start_as_described,
       .run = run_as_described,
       .workloads = every_workload,
       .accepted = true},
      {.name = "enqueue-after",
       .about = "as described, but the call to the worker comes after the transaction",
       .section = window_section,
       .start = start_with_enqueue_after,
       .run = run_as_described,
       .workloads = all_of({clicks, faults})},
      {.name = "blocking-lock",
       .about = "a lock that waits instead of a try-lock",
       .section = lock_section,
       .start = start_under_blocking_lock,
       .run = run_as_described,
       .workloads = all_of({clicks, {"pool-of-1"}})},
      {.name = "row-by-worker",
       .about = "the worker creates the run when the job comes to it",
       .section = window_section,
       .start = start_with_row_by_worker,
       .run = run_resuming,
       .indexes = step_index(),
       .workloads = all_of({clicks, {"pool-of-1", "one-run", "clicks-and-slots"}})},
      {.name = "index-in-transaction",
       .about = "a partial unique index on active runs, the run inserted in a transaction",
       .section = beside,
       .start = start_by_index_in_transaction,
       .run = run_as_described,
       .indexes = active_run_index(),
       .workloads = all_of({clicks, {"pool-of-1"}})},
      {.name = "index-in-autocommit",
       .about = "a partial unique index on active runs, the run inserted by itself",
       .section = beside,
       .start = start_by_index_in_autocommit,
       .run = run_without_tables,
       .indexes = active_run_index(),
       .workloads = all_of({clicks, {"pool-of-1", "dying-handler"}}),
       .autocommit = true},
      {.name = "repaired",
       .about =
           "enqueue-after, and a worker that enqueues what is PENDING, resumes, and takes turns "
           "per company",
       .section = "docs/findings/13 to 18",
       .start = start_with_enqueue_after,
       .run = run_resuming,
       .enqueue_pending = enqueue_pending_runs,
       .indexes = step_index(),
       .workloads = every_workload,
       .accepted = true},
      {.name = "repaired-by-index",
       .about = "index-in-autocommit, and the worker of the repair",
       .section = "docs/findings/13 to 18",
       .start = start_by_index_in_autocommit,
       .run = run_resuming,
       .enqueue_pending = enqueue_pending_runs,
       .indexes = both(step_index(), active_run_index()),
       .workloads = every_workload,
       .accepted = true},
  };
}

}  // namespace racewindow::pipeline_lock
