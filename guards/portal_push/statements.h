// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "guards/portal_push/account.h"
#include "sim/context.h"

// The statements that pushes are made of. A design is a composition of these, read from top to
// bottom; where designs differ, the difference is a call.
namespace racewindow::portal_push {

// The generation that readers list; 0 before the account's first push.
[[nodiscard]] std::int64_t read_pointer(Session& db, const Account& account);

// The highest generation that has rows; 0 where there are none.
[[nodiscard]] std::int64_t read_max_generation(Session& db, const Account& account);

// Inserts the tree at a generation, `batch_rows` rows a statement. Throws the unique violation
// where a row is there already; batches before it stay.
void stage(Session& db, const Account& account, std::int64_t generation, const Tree& tree);

// Points readers at a generation, whatever they are pointed at now.
void flip(Session& db, const Account& account, std::int64_t generation);

// Points readers at a generation unless they are already at it or above it.
void flip_forward(Session& db, const Account& account, std::int64_t generation);

// Reads the pointer back after flip_forward: whether a peer has moved it above `generation`. If so,
// writes the stage-contended line; the caller then neither sweeps nor verifies.
[[nodiscard]] bool superseded(Context& ctx, Session& db, const Account& account,
                              std::int64_t generation);

// The lines of a push. The document gives stage-contended in full and of the others only the op;
// their fields are ours.
void log_flip(Context& ctx, const Account& account, std::int64_t generation, std::size_t rows);
void log_superseded(Context& ctx, const Account& account, std::int64_t generation,
                    std::int64_t pointer);
void log_verify(Context& ctx, const Account& account, std::int64_t generation, std::int64_t rows,
                std::size_t expected_rows);
void log_stage_clear(Context& ctx, const Account& account, std::int64_t generation,
                     std::int64_t cleared);

// Deletes every generation but this one.
void sweep_others(Session& db, const Account& account, std::int64_t generation);

// Deletes the generations below this one.
void sweep_older(Session& db, const Account& account, std::int64_t generation);

// Counts the rows that the pointer names and writes the verify line. The document says of a
// superseded push that verifying "would measure the peer's tree against our expected row count", so
// the count goes through the pointer and not to the push's own generation.
void verify(Context& ctx, Session& db, const Account& account, std::int64_t generation,
            std::size_t expected_rows);

// Task 1923: the rows that an earlier push left at the generation this one is about to stage.
[[nodiscard]] std::int64_t count_orphans(Session& db, const Account& account,
                                         std::int64_t generation);

// Task 1923's pre-stage clear. The document calls it unreachable once the count is always 0, so the
// DELETE runs only where orphans were counted.
void clear_stage(Context& ctx, Session& db, const Account& account, std::int64_t generation);

}  // namespace racewindow::portal_push
