// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

#include "sim/random.h"
#include "sim/spec/spec.h"

namespace racewindow {

// The names of the steps, as isolationtester prints a permutation.
[[nodiscard]] std::string permutation_names(const Spec& spec, const Permutation& permutation);

// Each calls `run` for one order of steps after the other, until `run` answers false.

// Every interleaving of the sessions' steps, recursing in session order as isolationtester does.
void for_each_interleaving(const Spec& spec, const std::function<bool(const Permutation&)>& run);
// Those that the spec lists; where it lists none, every interleaving.
void for_each_permutation(const Spec& spec, const std::function<bool(const Permutation&)>& run);

// One interleaving, each as likely as any other.
[[nodiscard]] Permutation random_interleaving(const Spec& spec, RandomStream& random);

}  // namespace racewindow
