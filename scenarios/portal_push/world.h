// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "guards/portal_push/account.h"
#include "sim/scenario.h"

namespace racewindow::portal_push {

// An account as a scenario starts with it.
struct AccountSeed {
  Account account;
  std::vector<Tree> versions;  // what it exposes, one version after another
  std::size_t exposed = 1;     // the version in force at the start; readers see version 0
  bool pushed_before = true;   // false: version 0 is empty and there is no pointer yet
};

// What properties know of a portal beside its views. Actors that push are declared before all
// others, so that their indices are below `pushers`.
struct Portal {
  std::vector<Account> accounts;
  std::vector<const Text*> account_ids;  // interned, so that an id is recognised by its address
  std::size_t pushers = 0;
  ViewHandle pointers;  // accountid, currentgeneration
  ViewHandle visible;   // accountid, relpath: what a reader lists
  ViewHandle complete;  // accountid, version, position, relpath: every tree that was walked
};

struct Claims;  // scenarios/portal_push/push_event.h

// A portal and the scenario about it, under construction.
struct World {
  Scenario scenario;
  Portal portal;
  std::size_t admin_host = 0;
  std::size_t cli_host = 0;
  std::optional<Tracked<Claims>> claims;  // see claims_of

  // Adds an actor that runs pushes. Requires: no other actor was added yet.
  void pusher(std::string name, std::size_t host, std::function<void(Context&)> body);
};

// Tables, seed data, views and the two hosts: the admin server and the command line.
[[nodiscard]] World make_world(const std::vector<AccountSeed>& seeds);

// The generation that a seeded account is at.
inline constexpr std::int64_t first_generation = 5;

// The first `rows` of a fixed list of paths, in the order of the walk.
[[nodiscard]] Tree paths(std::int64_t rows);

}  // namespace racewindow::portal_push
