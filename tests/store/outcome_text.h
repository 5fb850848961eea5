// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <vector>

#include "sim/store/store.h"

namespace racewindow {

// What a store answers to a call, as text:
//
//     2 | 'b' | NULL                          a row
//     + t (1, 'a')                            a row inserted
//     ~ t (1, 'a') -> (1, 'b')                a row updated
//     - t (1, 'b')                            a row removed
//     2 affected
//
// or `ERROR 23505` alone, or `BROKEN unsupported`. Messages are left out: each store has its own.
// Every statement gets all of `params` that it has parameters for.
[[nodiscard]] std::string answer_text(Store& store, std::span<const std::string> statements,
                                      std::span<const Value> params);

// All rows of all tables as a fresh session sees them.
[[nodiscard]] std::string content_text(Store& store);

}  // namespace racewindow
