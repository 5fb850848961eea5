// SPDX-License-Identifier: Apache-2.0
#include "sim/spec/interleavings.h"

#include <cstddef>
#include <vector>

namespace racewindow {
namespace {

// False: `run` wants no more.
bool interleave(const Spec& spec, std::vector<std::size_t>& taken, Permutation& permutation,
                const std::function<bool(const Permutation&)>& run) {
  bool complete = true;
  for (std::size_t n = 0; n < spec.sessions.size(); ++n) {
    const std::vector<std::size_t>& steps = spec.sessions[n].steps;
    if (taken[n] == steps.size()) continue;
    complete = false;
    permutation.push_back({steps[taken[n]++], {}});
    const bool go_on = interleave(spec, taken, permutation, run);
    permutation.pop_back();
    --taken[n];
    if (!go_on) return false;
  }
  return !complete || run(permutation);
}

}  // namespace

std::string permutation_names(const Spec& spec, const Permutation& permutation) {
  std::string names;
  for (const PermutationStep& step : permutation) {
    if (!names.empty()) names += ' ';
    names += spec.steps[step.step].name;
  }
  return names;
}

void for_each_interleaving(const Spec& spec, const std::function<bool(const Permutation&)>& run) {
  std::vector<std::size_t> taken(spec.sessions.size());
  Permutation permutation;
  interleave(spec, taken, permutation, run);
}

void for_each_permutation(const Spec& spec, const std::function<bool(const Permutation&)>& run) {
  if (spec.permutations.empty()) for_each_interleaving(spec, run);
  for (const Permutation& permutation : spec.permutations) {
    if (!run(permutation)) return;
  }
}

Permutation random_interleaving(const Spec& spec, RandomStream& random) {
  std::vector<std::size_t> taken(spec.sessions.size());
  Permutation permutation;
  for (std::size_t left = spec.steps.size(); left > 0; --left) {
    // A session is as likely as it has steps left.
    std::size_t drawn = random.below(left);
    std::size_t session = 0;
    while (drawn >= spec.sessions[session].steps.size() - taken[session]) {
      drawn -= spec.sessions[session].steps.size() - taken[session];
      ++session;
    }
    permutation.push_back({spec.sessions[session].steps[taken[session]++], {}});
  }
  return permutation;
}

}  // namespace racewindow
