// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <functional>
#include <memory>
#include <string>

#include "reports/text.h"
#include "scenarios/program/conform.h"
#include "scenarios/program/exit_code.h"
#include "scenarios/program/spec_support.h"
#include "sim/spec/interleavings.h"
#include "sim/spec/spec_runner.h"
#include "sim/sql/error.h"

namespace racewindow {
namespace {

struct Tally {
  std::uint64_t same = 0;
  std::uint64_t different = 0;
  std::uint64_t stuck = 0;  // in memory: a step of a session that waits for ever is not launched
};

// What a permutation prints, and why it stopped if it did.
struct Printed {
  std::string text;
  bool stopped = false;
};

Printed run(SpecRunner& runner, const Permutation& permutation) {
  try {
    return {runner.run(permutation)};
  } catch (const SpecStopped& stopped) {
    return {stopped.text() + stopped.what(), true};
  }
}

// In memory beside the server, both with sessions that live as long as isolationtester's.
class Comparison {
 public:
  Comparison(const Spec& spec, SpecStore& memory, SpecStore& server)
      : spec_(spec),
        memory_store_(memory),
        memory_(memory.open(spec)),
        server_(server.open(spec)),
        memory_runner_(spec, *memory_),
        server_runner_(spec, *server_) {}

  // False: one of them stopped, so that what comes later means nothing.
  bool compare(const Permutation& permutation) {
    if (is_stuck(permutation)) {
      ++tally_.stuck;
      return true;
    }
    const Printed memory = run(memory_runner_, permutation);
    const Printed server = run(server_runner_, permutation);
    const std::optional<SpecDifference> difference = first_difference(server.text, memory.text);
    ++(difference ? tally_.different : tally_.same);
    if (difference) {
      fmt::print("permutation: {}\n  line {}, on the server: {}\n  line {}, in memory:     {}\n",
                 escaped(permutation_names(spec_, permutation)), difference->line,
                 difference->expected, difference->line, difference->seen);
    }
    return !memory.stopped && !server.stopped;
  }
  [[nodiscard]] const Tally& tally() const { return tally_; }

 private:
  // Tried out apart: on the server it would take minutes to find out.
  [[nodiscard]] bool is_stuck(const Permutation& permutation) const {
    const std::unique_ptr<SpecTarget> target = memory_store_.open(spec_);
    SpecRunner runner(spec_, *target, SpecRunner::Overdue::stop);
    try {
      (void)runner.run(permutation);
    } catch (const SpecStuck&) {
      return true;
    } catch (const SpecStopped&) {
    }
    return false;
  }

  const Spec& spec_;
  SpecStore& memory_store_;
  std::unique_ptr<SpecTarget> memory_;
  std::unique_ptr<SpecTarget> server_;
  SpecRunner memory_runner_;
  SpecRunner server_runner_;
  Tally tally_;
};

void for_each_chosen(const Spec& spec, const ConformOptions& options,
                     const std::function<bool(const Permutation&)>& run) {
  if (options.runs) {
    RandomStream random(options.seed.value_or(1));
    for (std::uint64_t n = 0; n < *options.runs; ++n) {
      if (!run(random_interleaving(spec, random))) return;
    }
  } else if (options.interleavings) {
    for_each_interleaving(spec, run);
  } else {
    for_each_permutation(spec, run);
  }
}

int conform_file(const std::string& file, const Spec& spec, const ConformOptions& options,
                 SpecStore& memory, SpecStore& server) {
  try {
    Comparison comparison(spec, memory, server);
    for_each_chosen(spec, options, [&](const Permutation& permutation) {
      return comparison.compare(permutation);
    });
    const Tally& tally = comparison.tally();
    fmt::print("{}: {} as on the server, {} different", escaped(file),
               counted(tally.same, "permutation"), tally.different);
    if (tally.stuck > 0) fmt::print(", {} not run as a step would wait for ever", tally.stuck);
    fmt::print("\n");
    return tally.different == 0 ? kExitAsExpected : kExitUnexpected;
  } catch (const Broken& broken) {
    fmt::print(stderr, "racewindow: {}: {}: {}\n", escaped(file), broken.kind(),
               escaped(broken.message()));
    return kExitBroken;
  }
}

}  // namespace

int conform_specs(const std::vector<std::string>& files, const ConformOptions& options) {
  SpecStore memory("memory");
  SpecStore server(options.store);
  int code = kExitAsExpected;
  std::vector<Spec> specs;
  for (const std::string& file : files) specs.push_back(read_spec_file(file));
  for (std::size_t n = 0; n < specs.size(); ++n) {
    code = worse(code, conform_file(files[n], specs[n], options, memory, server));
  }
  return code;
}

}  // namespace racewindow
