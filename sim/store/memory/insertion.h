// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "sim/store/memory/modification.h"

namespace racewindow::memory {

// INSERT, with defaults, identity columns and ON CONFLICT.
[[nodiscard]] std::unique_ptr<Modification> make_insertion(const Statement& statement,
                                                           const Insert& insert, Storage& storage,
                                                           Effects& effects);

}  // namespace racewindow::memory
