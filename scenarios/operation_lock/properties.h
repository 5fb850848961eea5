// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "scenarios/operation_lock/world.h"

// What must hold of operations on files, numbered as in docs/operation-lock.md. Each function adds
// its properties to a world whose actors are all declared.
namespace racewindow::operation_lock {

// What is kept of a file: 1 one-origin-at-rest, 2 one-origin-to-readers, 3 result-is-current,
// 4 reparse-keeps-file.
void add_file_properties(World& world);

// The lock: 5 one-inside, 6 takeover-after-ttl, 7 owner-releases, 8 released-when-ended.
void add_lock_properties(World& world);

// How a call goes about it: 9 cheap-guards-first, 10 reparse-acquires-once, 11 conflict-is-honest,
// 12 conflict-changes-nothing, 13 fails-closed, 14 locked-or-warned, 15 abort-leaves-nothing.
void add_call_properties(World& world);

// 16 next-operation-gets-in: from every end state, and leaves a file that is of one piece.
void add_recovery(World& world);
// 17 later-operation-gets-in: the same once the TTL is over.
void add_recovery_after_ttl(World& world);

// 18 files-apart, 19 never-refused: callers of different files.
void add_apart_properties(World& world);

}  // namespace racewindow::operation_lock
