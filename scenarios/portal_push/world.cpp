// SPDX-License-Identifier: Apache-2.0
#include "scenarios/portal_push/world.h"

#include <fmt/format.h>

#include <string>
#include <utility>

#include "guards/portal_push/root_row.h"
#include "guards/portal_push/schema.h"

namespace racewindow::portal_push {
namespace {

void add_tree_row(World& world, const AccountSeed& seed, std::size_t version, std::size_t position,
                  const std::string& relpath) {
  world.scenario.env_schema.push_back(
      fmt::format("INSERT INTO tree (accountid, version, position, relpath, walked) "
                  "VALUES ('{}', {}, {}, '{}', {})",
                  seed.account.id, version, position, relpath, version == 0));
}

void add_account(World& world, const AccountSeed& seed) {
  world.portal.accounts.push_back(seed.account);
  world.portal.account_ids.push_back(intern(seed.account.id));
  world.scenario.env_schema.push_back(
      fmt::format("INSERT INTO exposure (accountid, version) VALUES ('{}', {})", seed.account.id,
                  seed.exposed));
  for (std::size_t version = 0; version < seed.versions.size(); ++version) {
    add_tree_row(world, seed, version, 0, root_path);
    std::size_t position = 0;
    for (const std::string& path : seed.versions[version]) {
      add_tree_row(world, seed, version, ++position, path);
    }
  }
  if (!seed.pushed_before) return;
  world.scenario.schema.push_back(
      fmt::format("INSERT INTO directory_state (accountid, currentgeneration) VALUES ('{}', {})",
                  seed.account.id, first_generation));
  for (const std::string& path : seed.versions[0]) {
    world.scenario.schema.push_back(fmt::format(
        "INSERT INTO directory (accountid, relpath, generation) VALUES ('{}', '{}', {})",
        seed.account.id, path, first_generation));
  }
}

}  // namespace

void World::pusher(std::string name, std::size_t host, std::function<void(Context&)> body) {
  ++portal.pushers;
  scenario.actor(std::move(name), host, std::move(body));
}

World make_world(const std::vector<AccountSeed>& seeds) {
  World world;
  world.scenario.schema = database_schema();
  world.scenario.env_schema = file_system_schema();
  for (const AccountSeed& seed : seeds) add_account(world, seed);

  world.admin_host = world.scenario.host("admin-server");
  world.cli_host = world.scenario.host("command-line");
  world.portal.pointers = world.scenario.view(
      "pointer", "SELECT accountid, currentgeneration FROM directory_state ORDER BY accountid");
  world.portal.visible = world.scenario.view(
      "visible",
      "SELECT d.accountid, d.relpath FROM directory_state AS s JOIN directory AS d "
      "ON d.accountid = s.accountid AND d.generation = s.currentgeneration "
      "WHERE d.relpath <> '.' ORDER BY d.accountid, d.relpath");
  world.portal.complete =
      world.scenario.env_view("complete",
                              "SELECT accountid, version, position, relpath FROM tree WHERE walked "
                              "ORDER BY accountid, version, position");
  return world;
}

Tree paths(std::int64_t rows) {
  static const Tree all{"brand", "docs", "faq", "guides", "media", "notes"};
  return {all.begin(), all.begin() + rows};
}

}  // namespace racewindow::portal_push
