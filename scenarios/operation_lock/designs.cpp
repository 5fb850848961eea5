// SPDX-License-Identifier: Apache-2.0
#include "scenarios/operation_lock/designs.h"

#include "guards/operation_lock/designs.h"

namespace racewindow::operation_lock {
namespace {

constexpr const char* analysis = "Replace/Reparse-Parallelität";
constexpr const char* advisory = "Warum kein Postgres-Advisory-Lock im Wortsinn";
constexpr const char* postponed = "Bewusst NICHT in diesem Schritt";

using Names = std::vector<std::string_view>;

const Names every_workload{
    "two-replaces",      "replace-and-reparse", "two-roles",      "two-comparisons",
    "blank-file",        "missing-file",        "rejected-calls", "recompare-beside-replace",
    "dying-replace",     "slow-replace",        "two-tabs",       "orphaned-lock",
    "clock-ahead",       "clock-behind",        "dying-ahead",    "lost-reply",
    "refused-statement", "late-statement",      "table-missing",  "table-appears",
    "instance-behind"};

void recompare_by_rpc(Session& db, const std::string& comparison_id) {
  recompare_unmoved(db, call_rpc, comparison_id);
}

void recompare_in_steps(Session& db, const std::string& comparison_id) {
  recompare_unmoved(db, step_through_rpc, comparison_id);
}

}  // namespace

std::vector<Design> designs() {
  return {
      {.name = "unguarded",
       .about = "no lock, the last write wins",
       .section = analysis,
       .replace = replace_unguarded,
       .workloads = {"two-replaces", "replace-and-reparse", "two-roles", "two-comparisons",
                     "recompare-beside-replace", "dying-replace", "slow-replace", "two-tabs",
                     "clock-ahead", "lost-reply", "refused-statement", "late-statement"},
       .exclusion = Exclusion::none},
      {.name = "request-advisory-lock",
       .about = "pg_advisory_xact_lock in each request of the flow",
       .section = advisory,
       .replace = replace_with_request_advisory_lock,
       .workloads = {"two-replaces", "replace-and-reparse", "two-roles"},
       .exclusion = Exclusion::none},
      {.name = "session-advisory-lock",
       .about = "pg_try_advisory_lock and its unlock through the API's connection pool",
       .section = advisory,
       .replace = replace_with_session_advisory_lock,
       .workloads = {"two-replaces", "two-roles"},
       .exclusion = Exclusion::session},
      {.name = "accepted",
       .about = "a row of the lock table around the flow, owned by the operation, with a TTL",
       .section = "Umsetzung",
       .replace = replace_comparison_file,
       .workloads = every_workload,
       .accepted = true},
      {.name = "release-by-key",
       .about = "the accepted lock, released by its key whoever holds it",
       .section = "Umsetzung 3",
       .replace = replace_releasing_by_key,
       .workloads = {"two-replaces", "slow-replace", "two-tabs", "dying-replace"}},
      {.name = "user-as-owner",
       .about = "the accepted lock, owned by the user instead of the operation",
       .section = "Umsetzung 1",
       .replace = replace_owned_by_user,
       .workloads = {"two-replaces", "two-tabs", "slow-replace"}},
      {.name = "read-then-write-takeover",
       .about = "the accepted lock, its age read first and then written over",
       .section = "Umsetzung 2",
       .replace = replace_with_read_then_write_takeover,
       .workloads = {"two-replaces", "slow-replace", "orphaned-lock"}},
      {.name = "lock-without-ttl",
       .about = "the accepted lock, never taken over",
       .section = "Umsetzung 2",
       .replace = replace_with_lock_without_ttl,
       .workloads = {"two-replaces", "slow-replace", "dying-replace"},
       .exclusion = Exclusion::table_for_ever},
      {.name = "lock-before-guards",
       .about = "the accepted lock, acquired before the cheap guards",
       .section = "Umsetzung 5",
       .replace = replace_locking_before_guards,
       .workloads = {"two-replaces", "rejected-calls"}},
      {.name = "pointer-cas",
       .about = "no lock, the pointer patch a compare-and-set",
       .section = postponed,
       .replace = replace_with_pointer_cas,
       .workloads = {"two-replaces", "replace-and-reparse", "recompare-beside-replace",
                     "late-statement"},
       .exclusion = Exclusion::none},
      {.name = "lock-and-pointer-cas",
       .about = "the accepted lock, and the pointer patch a compare-and-set",
       .section = postponed,
       .replace = replace_with_lock_and_pointer_cas,
       .workloads = {"two-replaces", "replace-and-reparse", "recompare-beside-replace", "two-roles",
                     "slow-replace", "late-statement"}},
      {.name = "lock-and-reread-cas",
       .about = "the same, compared with what the pointer names once the lock is held",
       .section = postponed,
       .replace = replace_with_lock_and_reread_cas,
       .workloads = {"two-replaces", "replace-and-reparse", "recompare-beside-replace",
                     "slow-replace", "late-statement"}},
      {.name = "repaired",
       .about = "the accepted lock by the database's clock, and writes only while it is held",
       .section = "docs/findings/07",
       .replace = replace_repaired,
       .workloads = every_workload,
       .accepted = true,
       .recompare = recompare_by_rpc},
      {.name = "repaired-in-steps",
       .about = "the repaired design, its transactions statement by statement",
       .section = "docs/findings/07",
       .replace = replace_repaired_in_steps,
       .workloads = {"two-replaces", "replace-and-reparse", "two-roles", "recompare-beside-replace",
                     "dying-replace", "slow-replace"},
       .accepted = true,
       .transactions = true,
       .recompare = recompare_in_steps},
  };
}

}  // namespace racewindow::operation_lock
