// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "sim/store/store.h"

namespace racewindow::testing {

// A database of named exclusive locks and nothing else, to show the engine what it does with
// statements that wait. Texts are those of `texts_only`, a real store, which also answers the rest;
// three of them this store carries out itself, on the integer parameter:
//
//   UPDATE t SET v = v + 1 WHERE k = $1   takes lock k, waits where another session has it, and
//                                         adds 1 to what look() shows as row k, at once
//   DELETE FROM t WHERE k = $1            releases lock k
//   SELECT v FROM t WHERE k = $1          waits for k seconds of virtual time (pg_sleep)
//
// Locks go first come, first served, and all of a session's when it is closed. No rollback.
[[nodiscard]] std::unique_ptr<Store> make_scripted_store(std::unique_ptr<Store> texts_only);

inline constexpr char kTake[] = "UPDATE t SET v = v + 1 WHERE k = $1";
inline constexpr char kRelease[] = "DELETE FROM t WHERE k = $1";
inline constexpr char kSleep[] = "SELECT v FROM t WHERE k = $1";

}  // namespace racewindow::testing
