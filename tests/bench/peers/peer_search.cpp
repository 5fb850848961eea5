// SPDX-License-Identifier: Apache-2.0
// One search of what a peer searches too, and nothing else: no minimisation, no report.
//   racewindow_peer_search push WRITERS [broken]   what push.pml models: writers of the accepted
//                                                  guard, its SQL and its logs as they are
//   racewindow_peer_search spec FILE               every interleaving of an isolation spec
// prints one line: the verdict over all properties, then states, executions and steps.
#include <fmt/format.h>

#include <charconv>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "guards/portal_push/callers.h"
#include "guards/portal_push/designs.h"
#include "scenarios/portal_push/properties.h"
#include "scenarios/portal_push/push_event.h"
#include "scenarios/portal_push/world.h"
#include "sim/explore.h"
#include "sim/spec/read_spec.h"
#include "sim/spec/spec_scenario.h"

namespace racewindow {
namespace {

using portal_push::Account;
using portal_push::World;

constexpr std::uint64_t kWritersMax = 8;

void push_broken(Context& ctx, const Account& account) {
  push_with_changes(ctx, account, {.claim_above = true, .backward_sweep = true});
}

// The generation of a line `op=flip account=acme generation=6 rows=2`.
std::uint64_t generation_in(std::string_view line) {
  constexpr std::string_view key = "generation=";
  const std::string_view digits = line.substr(line.find(key) + key.size());
  std::uint64_t generation = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), generation);
  return generation;
}

struct Flips {
  std::uint64_t generations = 0;  // a bit for each that some push has said it flipped to
};

Finding flipped_twice(Flips& flips, const Event& event) {
  if (!portal_push::logged(event, "op=flip")) return std::nullopt;
  for (const std::string& line : event.logs) {
    if (!line.starts_with("op=flip")) continue;
    const std::uint64_t generation = generation_in(line);
    const std::uint64_t bit = std::uint64_t{1} << generation;
    if ((flips.generations & bit) != 0) {
      return fmt::format("expected one push to succeed at generation {}, two did", generation);
    }
    flips.generations |= bit;
  }
  return std::nullopt;
}

Scenario pushes(std::uint64_t writers, const portal_push::Push& push) {
  portal_push::AccountSeed seed;
  seed.account = {"acme", 1};
  seed.versions = {{"archive", "brand"}, portal_push::paths(2)};
  World world = portal_push::make_world({seed});
  for (std::uint64_t n = 0; n < writers; ++n) {
    world.pusher(fmt::format("writer-{}", n + 1), world.admin_host,
                 [push, account = seed.account](Context& ctx) {
                   portal_push::push_by_hand(ctx, push, account);
                 });
  }
  portal_push::add_reader_properties(world);
  world.scenario.monitor<Flips>({"one-winner", "Cases covered, and the one left fail-closed",
                                 "no two pushes succeed with one generation"},
                                {}, flipped_twice);
  return std::move(world.scenario);
}

std::string_view verdict_of(const ScenarioResult& result) {
  if (result.broken) throw std::runtime_error(result.broken->message);
  for (const PropertyResult& property : result.properties) {
    if (property.verdict != Verdict::holds) return verdict_name(property.verdict);
  }
  return verdict_name(Verdict::holds);
}

void search(const ScenarioEntry& entry, const std::string& strategy) {
  ExploreOptions options;
  options.strategy = strategy;
  options.minimise = false;
  options.traces = false;
  const ScenarioResult result = explore(entry, Parameters({}), options);
  fmt::print("{} {} {} {}\n", verdict_of(result), result.counts.states, result.counts.executions,
             result.counts.steps);
}

void search_pushes(std::string_view writers_text, const portal_push::Push& push) {
  std::uint64_t writers = 0;
  std::from_chars(writers_text.data(), writers_text.data() + writers_text.size(), writers);
  if (writers < 1 || writers > kWritersMax) {
    throw std::invalid_argument(
        fmt::format("expected 1 to {} writers, seen '{}'", kWritersMax, writers_text));
  }
  ScenarioEntry entry;
  entry.id = "peers/push/writers";
  entry.stores = {"memory"};
  entry.build = [writers, &push](const Parameters&) { return pushes(writers, push); };
  search(entry, "exhaustive");
}

void search_spec(const std::string& name) {
  std::ifstream file(name);
  if (!file) throw std::runtime_error(fmt::format("cannot read {}", name));
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  search(spec_entry(read_spec(text), name), "naive");
}

void run(const std::vector<std::string>& words) {
  if (words.size() == 2 && words[0] == "push")
    return search_pushes(words[1], portal_push::push_account);
  if (words.size() == 3 && words[0] == "push" && words[2] == "broken") {
    return search_pushes(words[1], push_broken);
  }
  if (words.size() == 2 && words[0] == "spec") return search_spec(words[1]);
  throw std::invalid_argument("expected push WRITERS [broken], or spec FILE");
}

}  // namespace
}  // namespace racewindow

int main(int argc, char** argv) {
  try {
    racewindow::run({argv + 1, argv + argc});
    return 0;
  } catch (const std::exception& error) {
    fmt::print(stderr, "racewindow_peer_search: {}\n", error.what());
    return 2;
  }
}
