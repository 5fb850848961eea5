// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "scenarios/operation_lock/about.h"

namespace racewindow::operation_lock {
namespace {

constexpr const char* access_check =
    "property missing: who may see a file is decided by what no actor changes, and rejected-calls "
    "has one call that several of these conditions refuse; a workload with a call for each of them "
    "would tell them apart. It is not about interleavings";
constexpr const char* one_file_at_a_time =
    "property missing: an expired lock is taken over by the name of another file only where locks "
    "of two files expire, and no workload has two that do";
constexpr const char* owner_is_enough =
    "redundant: locked_by is the id of one operation, which holds the lock of one file";
constexpr const char* operation_is_enough =
    "redundant: operation_id is of one operation, which writes the parts of one file";
constexpr const char* kept_by_nobody =
    "property missing: a result that is not kept is no wrong result. That every replace ends with "
    "one is not asked, since a replace that was overtaken leaves it to its peer";

}  // namespace

std::span<const Survivor> survivors() {
  static constexpr std::array all = {
      // The calls before the lock.
      Survivor{"drop-conjunct change-comparison", "flow.cpp", "JOIN project_member", access_check},
      Survivor{"drop-conjunct change-comparison", "flow.cpp",
               "SELECT path, operation_id FROM comparison_file",
               "redundant in a design whose reparse brings replaced files back anyway (finding "
               "08); where that is repaired, this mutant is killed"},
      // The lock.
      Survivor{"swap-statements", "api.cpp", "CREATE TABLE qaf_operation_lock",
               "redundant: the order of the migration's own statements is not observed"},
      Survivor{"drop-conjunct", "lock.cpp", "locked_at = $5 WHERE ", one_file_at_a_time},
      Survivor{"drop-conjunct", "repaired.cpp", "locked_at = now() WHERE ", one_file_at_a_time},
      Survivor{"change-comparison", "lock.cpp", "locked_at [-<-]{+<=+}",
               "redundant: whether a lock is old enough at the very microsecond of its TTL is a "
               "convention that nothing rests on"},
      Survivor{"drop-conjunct", "lock.cpp", "DELETE FROM qaf_operation_lock WHERE ",
               owner_is_enough},
      // Parts and pointer.
      Survivor{"drop-conjunct", "flow.cpp", "SELECT COUNT(*) FROM comparison_part WHERE [-",
               operation_is_enough},
      Survivor{"drop-conjunct", "flow.cpp",
               "SELECT COUNT(*) FROM comparison_part WHERE comparison_id = $1 AND [-role",
               operation_is_enough},
      Survivor{"drop-conjunct", "flow.cpp", "AND [-operation_id = $3-]{+(operation_id",
               "redundant under the lock: what is counted was written by the operation itself a "
               "statement before; without the lock another's two parts pass for its own, which the "
               "design violates anyway"},
      // The transaction of the repair: what it holds the lock's row by, and reads it for.
      Survivor{"drop-conjunct", "repaired.cpp", "SET locked_at = locked_at WHERE ",
               owner_is_enough},
      Survivor{"change-comparison", "repaired.cpp", "SET locked_at = locked_at WHERE ",
               "redundant where the call is one step, as over PostgREST in this model; in "
               "repaired-in-steps, which takes it apart, this mutant is killed"},
      Survivor{"skip-statement", "repaired.cpp", "SET locked_at = locked_at WHERE ",
               "redundant where the call is one step; killed in repaired-in-steps"},
      Survivor{"swap-statements", "repaired.cpp", "WHERE comparison_id = $1 AND role = $2",
               "redundant where the call is one step: its statements change different tables, and "
               "each asks for the lock's row itself"},
      Survivor{"drop-conjunct", "repaired.cpp", "role, 1, locked_by FROM qaf_operation_lock WHERE",
               owner_is_enough},
      Survivor{"drop-conjunct", "repaired.cpp",
               "(SELECT 1 FROM qaf_operation_lock WHERE [-comparison_id", owner_is_enough},
      Survivor{"drop-conjunct", "repaired.cpp",
               "(SELECT 1 FROM qaf_operation_lock WHERE comparison_id = $1[- AND role",
               owner_is_enough},
      Survivor{"drop-conjunct", "repaired.cpp",
               "(SELECT 1 FROM qaf_operation_lock WHERE comparison_id = $1 AND [-role",
               owner_is_enough},
      Survivor{"drop-conjunct", "repaired.cpp",
               "UPDATE comparison_file SET path = $3, operation_id = $4 WHERE [-comparison_id",
               "property missing: a pointer of another comparison is moved too, and no workload of "
               "this design looks at two comparisons of one role"},
      Survivor{"drop-conjunct change-comparison", "repaired.cpp",
               "DELETE FROM comparison_result WHERE ",
               "property missing: a result that is dropped too often is no wrong result, and the "
               "recompare at the end of the call makes it anew"},
      // The recompare.
      Survivor{"drop-conjunct change-comparison", "flow.cpp",
               "SELECT operation_id FROM comparison_file WHERE ",
               "redundant in the repair: what was read of another comparison is held against this "
               "one before it is kept"},
      Survivor{"change-comparison skip-statement split-transaction", "flow.cpp",
               "DELETE FROM comparison_result WHERE comparison_id",
               "redundant where there is no lock table: the recompare that follows writes over the "
               "result, and no property is asked of the moment between the two"},
      Survivor{"change-comparison skip-statement swap-statements", "flow.cpp",
               "SET operation_id = operation_id WHERE comparison_id",
               "redundant where the call is one step; killed in repaired-in-steps"},
      Survivor{"drop-conjunct", "flow.cpp", "SET operation_id = operation_id WHERE [-",
               "redundant: pointers of other comparisons are waited for too, which is only slower"},
      Survivor{"split-transaction", "flow.cpp", "INSERT INTO comparison_result",
               "redundant where the call is one step: the statement that keeps the result asks "
               "again what the one before it has held"},
      Survivor{"drop-conjunct", "flow.cpp", "WHERE [-f.comparison_id = $1-]",
               "redundant: operation ids are of one comparison, but for the first files of all"},
      Survivor{"drop-conjunct", "flow.cpp", "[- AND g.role = 'revision'-]",
               "redundant: operation ids are of one file, but for the first files of both roles"},
      Survivor{"change-comparison skip-statement drop-on-conflict", "flow.cpp",
               "INSERT INTO comparison_result", kept_by_nobody},
  };
  return all;
}

}  // namespace racewindow::operation_lock
