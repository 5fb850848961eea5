// SPDX-License-Identifier: Apache-2.0
#include "scenarios/operation_lock/about.h"

namespace racewindow::operation_lock {

SystemInfo about() {
  SystemInfo system;
  system.name = "operation-lock";
  system.title = "The operation lock";
  system.source =
      "the design document \"Replace/Reparse-Parallelität — Analyse und Mitigation (Loop 5)\"";
  system.guarantee =
      "Only one operation at a time replaces, parses again or recompares a file of a comparison, "
      "so that its pointer and its derived rows always come from one operation; a holder that "
      "died is taken over after its TTL, and nobody lets go of a lock that is not his own.";
  system.not_modelled = {
      "Row-level security (the #115 pattern), who may see the lock's rows.",
      "Pins, and the channel that recompares come through (KAR-899). A recompare is its two "
      "requests.",
      "The interface's display of a lock (disabled buttons).",
      "The inside of an ingest, and files that differ in the number of their parts: an upsert "
      "leaves none of the old ones behind.",
      "Two API instances that know different things about any table but the lock's.",
      "The inside of an RPC, but for repaired-in-steps: elsewhere it is one step.",
  };
  system.explain_survivor = [](auto kind, auto file, auto change) {
    return explain_survivor(survivors(), kind, file, change);
  };
  return system;
}

}  // namespace racewindow::operation_lock
