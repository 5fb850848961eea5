// SPDX-License-Identifier: Apache-2.0
#include "scenarios/operation_lock/world.h"

#include <fmt/format.h>

#include <utility>

#include "guards/operation_lock/callers.h"
#include "guards/operation_lock/designs.h"
#include "guards/operation_lock/schema.h"
#include "scenarios/operation_lock/operation_event.h"

namespace racewindow::operation_lock {
namespace {

constexpr const char* project = "p1";

void add_comparison(Scenario& scenario, const std::string& id) {
  for (const auto& [role, path] : {std::pair("original", "old.pdf"), {"revision", "new.pdf"}}) {
    scenario.schema.push_back(
        fmt::format("INSERT INTO comparison_file VALUES ('{}', '{}', '{}', '{}', '{}')", id, role,
                    project, path, first_operation));
    scenario.schema.push_back(
        fmt::format("INSERT INTO comparison_part VALUES ('{0}', '{1}', 1, '{2}'), "
                    "('{0}', '{1}', 2, '{2}')",
                    id, role, first_operation));
  }
  scenario.schema.push_back(fmt::format("INSERT INTO comparison_result VALUES ('{}', '{}', '{}')",
                                        id, first_operation, first_operation));
}

// Uploads with the number of parts that a parser finds in them. `gone.pdf` is not among them.
void add_uploads(Scenario& scenario) {
  scenario.env_schema.push_back(
      "INSERT INTO upload VALUES ('old.pdf', 2), ('new.pdf', 2), ('a.pdf', 2), ('b.pdf', 2), "
      "('next.pdf', 2), ('blank.pdf', 0)");
}

}  // namespace

Ended Caller::operator()(Context& ctx, const FileRequest& request) const {
  Session db = pool ? ctx.session(*pool) : ctx.session();
  const FileCall reparse = [this](Context& inner, Session& session, const FileRequest& asked) {
    return reparse_comparison_file(inner, session, design.replace, asked);
  };
  return answer(ctx, db, request.operation == reparse_file ? reparse : design.replace, request);
}

void World::caller(std::string name, std::size_t host, std::vector<FileRequest> requests,
                   void (*prepare)(Context&)) {
  const FileRequest& one = requests.front();
  files.work.push_back({one.comparison_id, one.role, one.operation});
  scenario.actor(std::move(name), host,
                 [call = call, requests = std::move(requests), prepare](Context& ctx) {
                   if (prepare != nullptr) prepare(ctx);
                   for (const FileRequest& request : requests) call(ctx, request);
                 });
}

World make_world(const Design& design, std::size_t comparisons, LockTable table,
                 Duration skew_of_web_2) {
  World world;
  world.call.design = design;
  Scenario& scenario = world.scenario;
  scenario.connection = design.transactions ? Connection::stateful : Connection::http;
  scenario.schema = database_schema();
  if (table == LockTable::there) scenario.schema.push_back(lock_migration());
  scenario.schema.push_back(
      fmt::format("INSERT INTO project_member VALUES ('{0}', 'ana'), ('{0}', 'ben'), "
                  "('{0}', 'carla')",
                  project));
  for (std::size_t n = 0; n < comparisons; ++n) add_comparison(scenario, comparison(n));
  scenario.env_schema = outside_schema();
  add_uploads(scenario);

  world.web_1 = scenario.host("web-1");
  world.web_2 = scenario.host("web-2", skew_of_web_2);
  if (design.exclusion == Exclusion::session) {
    world.call.pool = scenario.pool({.name = "postgrest", .size = 2, .mode = PoolMode::statement});
  }
  world.files.pointers = scenario.view(
      "pointers",
      "SELECT comparison_id, role, operation_id FROM comparison_file ORDER BY comparison_id, role");
  world.files.parts = scenario.view("parts",
                                    "SELECT comparison_id, role, part, operation_id "
                                    "FROM comparison_part ORDER BY comparison_id, role, part");
  world.files.results = scenario.view("results",
                                      "SELECT comparison_id, original, revision "
                                      "FROM comparison_result ORDER BY comparison_id");
  return world;
}

std::string comparison(std::size_t n) {
  return fmt::format("c{}000000-0000-4000-8000-000000000000", n + 1);
}

FileRequest replace_by(std::string user, std::string path) {
  FileRequest request;
  request.user = std::move(user);
  request.project_id = project;
  request.comparison_id = comparison();
  request.role = "original";
  request.path = std::move(path);
  return request;
}

FileRequest reparse_by(std::string user) {
  FileRequest request = replace_by(std::move(user), {});
  request.operation = reparse_file;
  return request;
}

}  // namespace racewindow::operation_lock
