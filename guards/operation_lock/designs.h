// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "guards/operation_lock/operation.h"

// Every design of replaceComparisonFile, each in a file of its own name, in the order in which the
// document comes to them.
namespace racewindow::operation_lock {

// The flow as it was, last write wins.
Ended replace_unguarded(Context& ctx, Session& db, const FileRequest& request);

// "Warum kein Postgres-Advisory-Lock im Wortsinn".
Ended replace_with_request_advisory_lock(Context& ctx, Session& db, const FileRequest& request);
// `db` is a client of the API's connection pool.
Ended replace_with_session_advisory_lock(Context& ctx, Session& db, const FileRequest& request);

// The design that the document settles on, and what it argues against in passing.
Ended replace_comparison_file(Context& ctx, Session& db, const FileRequest& request);
Ended replace_releasing_by_key(Context& ctx, Session& db, const FileRequest& request);
Ended replace_owned_by_user(Context& ctx, Session& db, const FileRequest& request);
Ended replace_with_read_then_write_takeover(Context& ctx, Session& db, const FileRequest& request);
Ended replace_with_lock_without_ttl(Context& ctx, Session& db, const FileRequest& request);
Ended replace_locking_before_guards(Context& ctx, Session& db, const FileRequest& request);

// "Bewusst NICHT in diesem Schritt": the compare-and-set on the pointer patch.
Ended replace_with_pointer_cas(Context& ctx, Session& db, const FileRequest& request);
Ended replace_with_lock_and_pointer_cas(Context& ctx, Session& db, const FileRequest& request);
Ended replace_with_lock_and_reread_cas(Context& ctx, Session& db, const FileRequest& request);

// The one-click reparse: reads which file is stored, then makes the inner call, which brings the
// lock.
Ended reparse_comparison_file(Context& ctx, Session& db, const FileCall& replace,
                              const FileRequest& request);

// Repairs of what exploration found in the accepted design (docs/findings).
Ended replace_repaired(Context& ctx, Session& db, const FileRequest& request);
// The same, its RPCs statement by statement.
Ended replace_repaired_in_steps(Context& ctx, Session& db, const FileRequest& request);

}  // namespace racewindow::operation_lock
