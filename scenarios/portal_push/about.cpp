// SPDX-License-Identifier: Apache-2.0
#include "scenarios/portal_push/about.h"

namespace racewindow::portal_push {

SystemInfo about() {
  SystemInfo system;
  system.name = "portal-push";
  system.title = "The portal push";
  system.source = "the design document \"Task 1926: same-account portal push concurrency guard\"";
  system.guarantee =
      "Two writers may push the tree of one account at the same time, and a push may die "
      "anywhere: whoever reads the portal sees a complete tree, no push destroys what a peer has "
      "made visible, and the next push heals what a dead one has left.";
  system.not_modelled = {
      "The reader in files.ts (out of the document's scope): two kinds of reader stand for it.",
      "runTargets and recordSuccess; the admin server's 60 s timer (one cycle runs, the recovery "
      "is the next one); more than one cycle at a time in the server.",
      "The inside of a walk: SCHEMA.md, data-portal.json and the directories are read in one "
      "step, so a tree that changes while it is walked is not seen half old, half new.",
      "INSERT batching as Task 1842 will have it; D1's batch, limits and read replicas (a read "
      "that is behind). A statement is answered, lost, refused or late, and is never carried out "
      "twice.",
      "Columns of directory beyond the key, so a row whose content is older than its path.",
      "Accounts that come or go; two databases; a restore from a backup.",
      "The installer, the bundle, the 27 existing tests.",
  };
  system.explain_survivor = [](auto kind, auto file, auto change) {
    return explain_survivor(survivors(), kind, file, change);
  };
  return system;
}

}  // namespace racewindow::portal_push
