// SPDX-License-Identifier: Apache-2.0
//
// Properties that every design of the catalog keeps to: broken designs show that they can fail.
// (All other properties are violated by some design of the catalog.)
#include <gtest/gtest.h>

#include <string_view>

#include "guards/operation_lock/designs.h"
#include "guards/operation_lock/flow.h"
#include "guards/operation_lock/lock.h"
#include "scenarios/operation_lock/operation_lock.h"
#include "tests/scenarios/replayed.h"

namespace racewindow::operation_lock {
namespace {

Verdict verdict(const FileCall& replace, std::string_view workload, std::string_view property) {
  Design design;
  design.name = "broken-for-a-test";
  design.replace = replace;
  return ::racewindow::testing::verdict_of(scenario_entry(design, workload), property);
}

// A design of the accepted form: the cheap guards, then what is `inside` under this lock.
FileCall guarded(const LockParts& lock,
                 std::function<Ended(Context&, Session&, const Operation&)> inside) {
  return [lock, inside](Context& ctx, Session& db, const FileRequest& request) {
    return after_cheap_guards(ctx, db, request, [&](const Operation& op) {
      return under_lock(ctx, db, op, lock, [&](Acquired) { return inside(ctx, db, op); });
    });
  };
}

Ended whole_flow(Context& ctx, Session& db, const Operation& op) {
  return run_flow(ctx, db, op);
}

TEST(OperationLockProperty, conflict_changes_nothing_sees_an_ingest_before_the_acquire) {
  const FileCall replace = [](Context& ctx, Session& db, const FileRequest& request) {
    const Operation op = begin_operation(ctx, request);
    const std::int64_t parts = ingest(ctx, op);
    if (Ended refused = ingest_guards(ctx, op, parts); refused.how != How::done) return refused;
    return under_lock(ctx, db, op, accepted_lock, [&](Acquired) {
      db.exec(patch_pointer(op).sql, patch_pointer(op).params);
      return Ended{};
    });
  };
  EXPECT_EQ(verdict(replace, "two-replaces", "conflict-changes-nothing"), Verdict::violated);
}

// Any error of the lock's is taken for a missing table.
Acquired acquire_or_go_on(Context& ctx, Session& db, const Operation& op) {
  try {
    return acquire_operation_lock(ctx, db, op);
  } catch (const SqlError&) {
    return Acquired::unlocked;
  }
}

TEST(OperationLockProperty, fails_closed_sees_a_flow_that_goes_on_without_its_lock) {
  const LockParts lock{acquire_or_go_on, release_operation_lock};
  for (const char* workload : {"lost-reply", "refused-statement", "late-statement"}) {
    EXPECT_EQ(verdict(guarded(lock, whole_flow), workload, "fails-closed"), Verdict::violated);
  }
}

Acquired acquire_without_a_reason(Context& ctx, Session& db, const Operation& op) {
  try {
    return acquire_operation_lock(ctx, db, op);
  } catch (const SqlError& error) {
    throw SqlError(error.sqlstate(), "something went wrong");
  }
}

TEST(OperationLockProperty, fails_closed_sees_an_error_that_does_not_name_the_lock) {
  const LockParts lock{acquire_without_a_reason, release_operation_lock};
  EXPECT_EQ(verdict(guarded(lock, whole_flow), "refused-statement", "fails-closed"),
            Verdict::violated);
}

Acquired acquire_or_pretend_taken(Context& ctx, Session& db, const Operation& op) {
  try {
    return acquire_operation_lock(ctx, db, op);
  } catch (const SqlError&) {
    return Acquired::taken;
  }
}

TEST(OperationLockProperty, an_error_told_as_a_conflict_is_neither_closed_nor_honest) {
  const FileCall replace = guarded({acquire_or_pretend_taken, release_operation_lock}, whole_flow);
  EXPECT_EQ(verdict(replace, "refused-statement", "fails-closed"), Verdict::violated);
  EXPECT_EQ(verdict(replace, "refused-statement", "conflict-is-honest"), Verdict::violated);
}

TEST(OperationLockProperty, abort_leaves_nothing_sees_a_guard_that_does_not_compensate) {
  const FileCall replace =
      guarded(accepted_lock, [](Context& ctx, Session& db, const Operation& op) {
        const std::int64_t parts = ingest(ctx, op);
        if (parts == 0) return Ended{How::aborted, "the file has no readable parts"};
        db.exec(upsert_parts(op).sql, upsert_parts(op).params);
        return Ended{};
      });
  EXPECT_EQ(verdict(replace, "blank-file", "abort-leaves-nothing"), Verdict::violated);
}

TEST(OperationLockProperty, reparse_acquires_once_sees_one_that_acquires_again_inside) {
  // Inside the lock it acquires once more, as an inner call with the same owner would.
  const FileCall replace =
      guarded(accepted_lock, [](Context& ctx, Session& db, const Operation& op) {
        if (op.request.operation == reparse_file) static_cast<void>(insert_lock(ctx, db, op));
        return run_flow(ctx, db, op);
      });
  EXPECT_EQ(verdict(replace, "replace-and-reparse", "reparse-acquires-once"), Verdict::violated);
}

TEST(OperationLockProperty, reparse_acquires_once_sees_a_reparse_that_locks_as_a_replace) {
  const FileCall replace = [](Context& ctx, Session& db, const FileRequest& request) {
    FileRequest renamed = request;
    renamed.operation = replace_file;
    return replace_comparison_file(ctx, db, renamed);
  };
  EXPECT_EQ(verdict(replace, "replace-and-reparse", "reparse-acquires-once"), Verdict::violated);
}

TEST(OperationLockProperty, files_apart_sees_parts_that_are_written_for_both_roles) {
  const FileCall replace =
      guarded(accepted_lock, [](Context& ctx, Session& db, const Operation& op) {
        db.exec("UPDATE comparison_part SET operation_id = $2 WHERE comparison_id = $1",
                op.request.comparison_id, op.id);
        return run_flow(ctx, db, op);
      });
  EXPECT_EQ(verdict(replace, "two-roles", "files-apart"), Verdict::violated);
}

TEST(OperationLockProperty, never_refused_sees_one_lock_for_both_roles) {
  const FileCall replace = [](Context& ctx, Session& db, const FileRequest& request) {
    const Operation op = begin_operation(ctx, request);
    Operation lock = op;
    lock.request.role = "both";
    return under_lock(ctx, db, lock, accepted_lock,
                      [&](Acquired) { return run_flow(ctx, db, op); });
  };
  EXPECT_EQ(verdict(replace, "two-roles", "never-refused"), Verdict::violated);
  EXPECT_EQ(verdict(replace, "two-comparisons", "never-refused"), Verdict::holds);
}

}  // namespace
}  // namespace racewindow::operation_lock
