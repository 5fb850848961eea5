// SPDX-License-Identifier: Apache-2.0
#include "scenarios/pipeline_lock/about.h"

namespace racewindow::pipeline_lock {

SystemInfo about() {
  SystemInfo system;
  system.name = "pipeline-lock";
  system.title = "The pipeline lock";
  system.source = "the section \"Concurrency\" of FireFeed's documentation";
  system.guarantee =
      "One click starts one pipeline run: of two clicks one is answered with 409, and neither a "
      "crash nor a lost connection leaves a lock behind that nobody holds, a run that nobody "
      "works on, or a job that nobody has a run for.";
  system.not_modelled = {
      "Row-level security, pins, the interface's display of the lock, memory sizing, /metrics.",
      "Retries of a job that has failed, with back-off; priorities; delayed jobs.",
      "What steps read and write; chunks of one step that depend on each other.",
      "The route's checks before the lock (session, permissions), and what becomes of a click "
      "whose browser gives up.",
      "PgBouncer between the library and the server, replicas, max_connections itself.",
      "ALTER TABLE's rewriting, locks of readers of the project's table while a column is added.",
  };
  system.explain_survivor = [](auto kind, auto file, auto change) {
    return explain_survivor(survivors(), kind, file, change);
  };
  return system;
}

}  // namespace racewindow::pipeline_lock
