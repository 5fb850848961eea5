// SPDX-License-Identifier: Apache-2.0
#include "scenarios/pipeline_lock/expectations.h"

#include "scenarios/known_verdicts.h"

namespace racewindow::pipeline_lock {
namespace {

const Words simultaneous{"two-clicks", "three-clicks", "two-processes"};
const Words two_runs{"one-accepted", "at-most-one-active"};
const Words time_limits{"pool-of-1-limits", "pool-of-2-limits"};
const Words on_transaction_client{"as-described", "enqueue-after", "repaired"};
const Words dying_or_vanishing{"dying-handler", "vanishing-handler"};

const std::vector<Known> of_clicks{
    {{"unguarded"},
     {"two-clicks", "three-clicks", "two-processes", "pool-of-1"},
     two_runs,
     "both read that no run is active before either creates one"},
    {{"as-printed"},
     {"two-clicks", "three-clicks", "two-processes", "pool-of-3"},
     two_runs,
     "the lock is taken on another connection in a transaction of its own, so it is free again "
     "before the check is made (finding 13)"},
    {{"blocking-lock"},
     simultaneous,
     {"immediate-409"},
     "the second click waits for the first one's COMMIT before it is told 409"},
    {{"index-in-transaction"},
     simultaneous,
     {"immediate-409"},
     "the second INSERT waits for the transaction that holds the first one's row"},
    {{"row-by-worker"},
     {"two-clicks", "three-clicks", "two-processes", "consecutive-clicks", "pool-of-1"},
     {"one-accepted"},
     "the first handler has returned, and the run that the second one looks for is not created "
     "yet"},
    {{"row-by-worker"},
     {"clicks-and-slots"},
     {"at-most-one-active"},
     "two jobs of one project are in the queue, and both slots create a run"},
    {{"work-outside", "as-described", "enqueue-after", "blocking-lock", "row-by-worker",
      "repaired"},
     {"colliding-keys"},
     {"projects-apart"},
     "two projects with one key are one project to the lock"},
};

const std::vector<Known> of_pools{
    {{"as-printed"},
     {"pool-of-1", "pool-of-2"},
     {"not-stuck"},
     "each empty transaction holds a connection and waits for another one (finding 14)"},
    {{"work-outside"},
     {"pool-of-1"},
     {"not-stuck"},
     "the transaction holds the only connection and waits for another one (finding 14)"},
    {{"as-printed"},
     {"pool-of-2"},
     {"immediate-409"},
     "the second click waits for a connection that the first one's empty transaction holds"},
    {{"as-described", "blocking-lock", "index-in-transaction", "repaired"},
     {"pool-of-1"},
     {"immediate-409"},
     "the second click waits for the only connection, which the first one's transaction holds"},
    {{"as-printed", "work-outside"},
     {"two-projects-pool-of-2"},
     {"not-stuck", "projects-apart"},
     "each project's transaction holds a connection and waits for another one (finding 14)"},
    {{"as-printed", "work-outside"},
     time_limits,
     {"immediate-409"},
     "the click waits for a connection until some transaction has run out of time"},
    {{"as-described", "repaired"},
     {"pool-of-1-limits"},
     {"immediate-409"},
     "the second click waits for the only connection, which the first one's transaction holds"},
    {{"as-printed", "work-outside", "as-described", "repaired"},
     time_limits,
     {"one-accepted"},
     "a click that the client library has ended for its time is answered with 500"},
    {{"as-printed"},
     time_limits,
     {"at-most-one-active"},
     "the client library ends the empty transaction, its connection is handed on, and the work "
     "goes on without a lock (finding 13)"},
    {{"work-outside"},
     time_limits,
     {"at-most-one-active"},
     "the client library ends the transaction that holds the lock, and the work outside goes on "
     "(finding 14)"},
};

const std::vector<Known> of_faults{
    {on_transaction_client,
     dying_or_vanishing,
     {"honest-409"},
     "the server has not noticed yet that the holder of the lock is dead (finding 15)"},
    {{"work-outside"},
     {"vanishing-handler"},
     {"honest-409"},
     "the server has not noticed yet that the holder of the lock is dead (finding 15)"},
    {{"as-printed", "work-outside"},
     dying_or_vanishing,
     {"at-most-one-active"},
     "the dead handler's INSERT was in flight on a connection that holds no lock"},
    {{"as-printed", "work-outside", "enqueue-after", "index-in-autocommit"},
     dying_or_vanishing,
     {"project-runs-again"},
     "the handler dies after the run is committed and before the worker is told of it: the run is "
     "PENDING for ever (finding 16)"},
    {{"as-described"},
     {"one-run", "clicks-and-slots", "lost-reply", "refused-statement", "late-statement",
      "dropped-session", "dying-worker", "vanishing-worker", "connections-1"},
     {"project-runs-again"},
     "the worker looks for the run before it is committed and drops the job: the run is PENDING "
     "for "
     "ever (finding 16)"},
    {{"enqueue-after"},
     {"lost-reply", "late-statement", "dying-worker", "vanishing-worker"},
     {"project-runs-again"},
     "the handler is gone, or believes that its COMMIT has failed, before the worker is told of "
     "the "
     "run (finding 16)"},
    {{"as-described", "enqueue-after"},
     {"dying-worker", "vanishing-worker", "stalled-worker"},
     {"steps-once-in-order"},
     "the job is delivered again, and the run begins with FETCH again (finding 17)"},
    {{"as-described", "enqueue-after"},
     {"dying-worker", "vanishing-worker", "stalled-worker"},
     {"no-ddl-error"},
     "the run that is begun again finds the temporary table that it had left (finding 17)"},
    {{"as-described", "enqueue-after"},
     {"dying-worker", "vanishing-worker", "stalled-worker"},
     {"ended-stays-ended"},
     "the job of a run that has ended is delivered again, and the run begins again (finding 17)"},
    {{"as-described", "enqueue-after"},
     {"lost-reply"},
     {"ended-stays-ended"},
     "the run is DONE, but the reply is lost, and the worker takes that for a failure (finding "
     "17)"},
    {{"as-described", "enqueue-after"},
     {"late-statement"},
     {"ended-stays-ended"},
     "a statement that the worker believes to have failed sets the status after it has given up "
     "(finding 17)"},
};

const std::vector<Known> of_workers{
    {{"as-described"},
     {"sweeper"},
     {"rules-table-stays"},
     "the sweeper has read that the project is idle before its run began (finding 17)"},
    {{"as-described"},
     {"same-company"},
     {"no-ddl-error"},
     "who waits for the other one's CREATE SCHEMA IF NOT EXISTS gets 23505 when that is committed "
     "(finding 18)"},
    {{"as-described", "repaired", "repaired-by-index"},
     {"same-company", "two-companies"},
     {"one-unit"},
     "with PIPELINE_CONCURRENCY=2 the steps of two runs lie between each other"},
    {{"as-described", "repaired", "repaired-by-index"},
     {"two-worker-processes"},
     {"one-unit"},
     "PIPELINE_CONCURRENCY=1 is per process: two of them take two runs"},
};

}  // namespace

void expect_known_verdicts(Scenario& scenario, std::string_view design, std::string_view workload) {
  for (const auto& table : {of_clicks, of_pools, of_faults, of_workers}) {
    expect_known(scenario, table, design, workload);
  }
}

}  // namespace racewindow::pipeline_lock
