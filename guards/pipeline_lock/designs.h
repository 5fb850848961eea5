// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "guards/pipeline_lock/project.h"

// Every design of the guarded part of the handler, each in a file of its own name.
namespace racewindow::pipeline_lock {

// The document's code before and after WS3.
std::int64_t start_unguarded(Context& ctx, const Web& web, const Project& project);
std::int64_t start_as_printed(Context& ctx, const Web& web, const Project& project);

// Between the printed code and its text: the lock in the transaction, the work outside it.
std::int64_t start_with_work_outside(Context& ctx, const Web& web, const Project& project);

// What the document's text describes, with the call to the worker inside the transaction and after
// it.
std::int64_t start_as_described(Context& ctx, const Web& web, const Project& project);
std::int64_t start_with_enqueue_after(Context& ctx, const Web& web, const Project& project);

// What stands beside it.
std::int64_t start_under_blocking_lock(Context& ctx, const Web& web, const Project& project);
std::int64_t start_with_row_by_worker(Context& ctx, const Web& web, const Project& project);
std::int64_t start_by_index_in_transaction(Context& ctx, const Web& web, const Project& project);
std::int64_t start_by_index_in_autocommit(Context& ctx, const Web& web, const Project& project);

}  // namespace racewindow::pipeline_lock
