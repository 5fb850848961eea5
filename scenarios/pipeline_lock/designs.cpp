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

// With the document's worker, which all but the repair have.
Design handler(std::string name, std::string about, std::string section, StartRun start,
               Names workloads) {
  Design design;
  design.name = std::move(name);
  design.about = std::move(about);
  design.section = std::move(section);
  design.start = std::move(start);
  design.run = run_as_described;
  design.workloads = std::move(workloads);
  return design;
}

}  // namespace

std::vector<Design> designs() {
  std::vector<Design> all;
  all.push_back(handler("unguarded", "check, create and call with nothing around them",
                        window_section, start_unguarded, all_of({clicks, {"pool-of-1"}})));
  all.back().run = run_without_tables;
  all.back().autocommit = true;
  all.push_back(handler("as-printed",
                        "the printed code: lock and work by the outer client, the transaction "
                        "around them empty",
                        lock_section, start_as_printed,
                        all_of({clicks, pools, {"dying-handler"}})));
  all.push_back(handler("work-outside", "the lock in the transaction, the work by the outer client",
                        lock_section, start_with_work_outside,
                        all_of({clicks, pools, {"dying-handler", "vanishing-handler"}})));
  all.push_back(
      handler("as-described", "lock, check, creation and the call to the worker in one transaction",
              window_section, start_as_described, all_of({clicks, pools, faults, workers})));
  all.push_back(handler("enqueue-after", "the call to the worker comes after the transaction",
                        window_section, start_with_enqueue_after, all_of({clicks, faults})));
  all.push_back(handler("blocking-lock", "a lock that waits instead of a try-lock", lock_section,
                        start_under_blocking_lock, all_of({clicks, {"pool-of-1"}})));
  all.push_back(handler("row-by-worker", "the worker creates the run when the job comes to it",
                        window_section, start_with_row_by_worker,
                        all_of({clicks, {"pool-of-1", "one-run", "clicks-and-slots"}})));
  all.back().run = run_resuming;
  all.back().indexes = step_index();
  all.push_back(handler("index-in-transaction",
                        "a partial unique index on active runs, the run inserted in a transaction",
                        beside, start_by_index_in_transaction, all_of({clicks, {"pool-of-1"}})));
  all.back().indexes = active_run_index();
  all.push_back(handler("index-in-autocommit",
                        "a partial unique index on active runs, the run inserted by itself", beside,
                        start_by_index_in_autocommit,
                        all_of({clicks, {"pool-of-1", "dying-handler"}})));
  all.back().indexes = active_run_index();
  all.back().run = run_without_tables;
  all.back().autocommit = true;
  Design repaired =
      handler("repaired",
              "as enqueue-after, runs that wait for a worker are enqueued again; "
              "the worker resumes and takes turns per company",
              "docs/findings", start_with_enqueue_after, all_of({clicks, pools, faults, workers}));
  repaired.run = run_resuming;
  repaired.enqueue_pending = enqueue_pending_runs;
  repaired.indexes = step_index();
  repaired.accepted = true;
  all.push_back(repaired);
  repaired.name = "repaired-by-index";
  repaired.about = "as repaired, but a partial unique index on active runs instead of the lock";
  repaired.start = start_by_index_in_autocommit;
  repaired.indexes.push_back(active_run_index().front());
  all.push_back(std::move(repaired));
  return all;
}

}  // namespace racewindow::pipeline_lock
