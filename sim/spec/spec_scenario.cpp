// SPDX-License-Identifier: Apache-2.0
#include "sim/spec/spec_scenario.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <utility>
#include <variant>
#include <vector>

#include "sim/request.h"
#include "sim/spec/directives.h"
#include "sim/spec/read_spec.h"
#include "sim/spec/spec_session.h"
#include "sim/sql/parse.h"
#include "sim/store/open_store.h"

namespace racewindow {
namespace {

constexpr std::string_view kSystem = "spec/";
constexpr std::string_view kInFailedTransaction = "25P02";  // what follows from an error before it

// What a spec comes to, before it is a scenario.
struct Plan {
  std::vector<std::string> schema;
  std::vector<std::string> names;  // of the sessions
  std::vector<SessionScript> sessions;
  Directives directives;
};

std::string query_of(const NamedSql& condition) {
  return fmt::format("SELECT ({}) AS holds", condition.sql);
}

bool holds(const View& view, ViewHandle condition) {
  const Value& value = view[condition].at(0, 0);
  return !value.is_null() && value.as_bool();
}

Finding finding(const View& view, ViewHandle condition) {
  if (holds(view, condition)) return std::nullopt;
  return "expected true, seen " + to_literal(view[condition].at(0, 0));
}

// What each session does, for reports.
std::string workload(const std::vector<SessionScript>& sessions) {
  std::string text;
  for (const SessionScript& session : sessions) {
    if (!text.empty()) text += "; ";
    text += session.summary();
  }
  return text;
}

std::string id_of(const std::string& file) {
  std::string stem = std::filesystem::path(file).stem().string();
  for (char& c : stem) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    if (!((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'))) c = '-';
  }
  return fmt::format("{}{}/sessions", kSystem, stem);
}

const Statement& prepare(const NamedSql& named, const std::string& sql, Store& store) {
  const auto prepared = store.prepare(sql);
  if (const auto* error = std::get_if<SqlError>(&prepared)) {
    throw BadSpec(named.place, error->message());
  }
  return *std::get<const Statement*>(prepared);
}

void require_query(const NamedSql& named, const std::string& sql, Store& store) {
  const Statement& statement = prepare(named, sql, store);
  if (statement.verb != Verb::select || statement.unordered) {
    throw BadSpec(named.place, "expected a SELECT whose ORDER BY decides the order of its rows");
  }
}

void require_condition(const NamedSql& condition, Store& store) {
  // First without the parentheses: errors are then of what was written.
  const Statement& written = prepare(condition, "SELECT " + condition.sql, store);
  if (written.columns.size() != 1 || written.columns.front().type != Type::boolean) {
    throw BadSpec(condition.place, "expected a condition: one boolean");
  }
  require_query(condition, query_of(condition), store);
}

// What views and conditions refer to must be there after the setup.
void require_bound(const Plan& plan) {
  const std::unique_ptr<Store> store = open_store("memory", plan.schema);
  const Directives& directives = plan.directives;
  for (const NamedSql& view : directives.views) require_query(view, view.sql, *store);
  for (const auto* conditions :
       {&directives.invariants, &directives.finals, &directives.milestones}) {
    for (const NamedSql& each : *conditions) require_condition(each, *store);
  }
}

void add_no_errors(const std::vector<std::string>& allowed, Scenario& scenario) {
  std::string text = "no step ends with an error";
  if (!allowed.empty()) text += fmt::format(" other than {}", fmt::join(allowed, ", "));
  scenario.monitor({std::string(kNoErrors), "", text}, NoState{},
                   [allowed](NoState&, const Event& event) -> Finding {
                     if (event.kind != EventKind::statement || event.outcome == nullptr ||
                         event.outcome->status != Outcome::Status::error) {
                       return std::nullopt;
                     }
                     const SqlError& error = event.outcome->error;
                     if (error.sqlstate() == kInFailedTransaction ||
                         std::ranges::find(allowed, error.sqlstate()) != allowed.end()) {
                       return std::nullopt;
                     }
                     return fmt::format("{} ended with {} {}", event.request->name->bytes,
                                        error.sqlstate(), error.message());
                   });
}

Scenario build(const Plan& plan) {
  const Directives& directives = plan.directives;
  Scenario scenario;
  scenario.schema = plan.schema;
  scenario.faults = directives.faults;
  scenario.sleeps = true;           // any step may set a timeout …
  scenario.remembers_draws = true;  // … or ask for currval
  for (std::size_t n = 0; n < plan.sessions.size(); ++n) {
    const std::string& name = plan.names[n];
    scenario.actor(name, scenario.host(name),
                   [script = plan.sessions[n]](Context& context) { script.run(context); });
  }
  for (const NamedSql& view : directives.views) scenario.view(view.name, view.sql);
  add_no_errors(directives.allowed, scenario);
  for (const NamedSql& each : directives.invariants) {
    const ViewHandle view = scenario.view(each.name, query_of(each));
    scenario.invariant({each.name, "", each.sql},
                       [view](const View& seen) { return finding(seen, view); });
  }
  for (const NamedSql& each : directives.finals) {
    const ViewHandle view = scenario.view(each.name, query_of(each));
    scenario.final({each.name, "", each.sql},
                   [view](const Final& end) { return finding(*end.view, view); });
  }
  for (const NamedSql& each : directives.milestones) {
    const ViewHandle view = scenario.view(each.name, query_of(each));
    scenario.milestone(each.name, [view](const Event& event) { return holds(*event.after, view); });
  }
  for (const Expectation& each : directives.expectations) {
    scenario.expect(each.property, each.verdict, each.why);
  }
  return scenario;
}

Plan plan_of(const Spec& spec, const std::string& file) {
  Plan plan;
  plan.directives = read_directives(spec);
  for (const SqlBlock& setup : spec.setups) {
    const auto parsed = parse(setup.sql);
    if (const auto* error = std::get_if<SqlError>(&parsed)) {
      throw BadSpec(setup.place, error->message());
    }
    for (std::string& statement : split_statements(setup.sql)) {
      plan.schema.push_back(std::move(statement));
    }
  }
  for (const SpecSession& session : spec.sessions) {
    plan.names.push_back(session.name);
    plan.sessions.emplace_back(spec, session, file);
  }
  try {
    require_bound(plan);
  } catch (const Broken&) {
    // A setup that fails: exploring says so, as of any scenario.
  }
  return plan;
}

}  // namespace

ScenarioEntry spec_entry(const Spec& spec, const std::string& file) {
  const auto plan = std::make_shared<const Plan>(plan_of(spec, file));
  ScenarioEntry entry;
  entry.id = id_of(file);
  entry.design = "isolation spec " + file;
  entry.workload = workload(plan->sessions);
  entry.stores = {"memory"};
  entry.build = [plan](const Parameters&) { return build(*plan); };
  entry.spec_file = file;
  return entry;
}

bool is_spec_scenario(std::string_view id) {
  return id.starts_with(kSystem);
}

}  // namespace racewindow
