// SPDX-License-Identifier: Apache-2.0
#include "sim/view_table.h"

#include <fmt/format.h>

#include "sim/store/read_set.h"

namespace racewindow {

View::View(std::vector<ViewRows> queries) : queries_(std::move(queries)) {
  Hasher hasher;
  for (const ViewRows& rows : queries_) {
    hasher.add(static_cast<std::uint64_t>(rows.width()));
    hasher.add(static_cast<std::uint64_t>(rows.size()));
    for (std::size_t n = 0; n < rows.size(); ++n) {
      for (const Value& value : rows.row(n)) value.add_to(hasher);
    }
  }
  digest_ = hasher.digest();
}

ViewTable::ViewTable(const Scenario& scenario, Store& store, Store& env)
    : store_(&store), env_(&env) {
  for (const ViewQuery& view : scenario.views) {
    Query query{&view, view.of_env ? &env : &store, nullptr, 0};
    prepare(query);
    uses_env_ = uses_env_ || view.of_env;
    uses_clock_ = uses_clock_ || query.statement->uses_clock;
    reads_.set_space(view.of_env ? Footprint::Space::env : Footprint::Space::database);
    ReadSet(*query.statement).add_to(reads_, {});
    queries_.push_back(query);
  }
}

// As a fresh session sees the tables now.
void ViewTable::prepare(Query& query) {
  query.catalog_version = query.store->catalog_version(std::nullopt);
  auto prepared = query.store->prepare(query.view->sql);
  if (const auto* error = std::get_if<SqlError>(&prepared)) {
    throw Broken("setup",
                 fmt::format("the view {} does not bind: {}", query.view->name, error->message()));
  }
  query.statement = std::get<const Statement*>(prepared);
  if (query.statement->verb != Verb::select || query.statement->unordered) {
    throw Broken("setup",
                 fmt::format("the view {} must be a SELECT whose ORDER BY decides the order "
                             "of its rows: {}",
                             query.view->name, query.view->sql));
  }
}

ViewTable::ViewId ViewTable::current(Timestamp now) {
  Hasher state;
  state.add(store_->committed_digest());
  if (uses_env_) state.add(env_->committed_digest());
  if (uses_clock_) state.add(static_cast<std::uint64_t>(now.microseconds));
  const Digest key = state.digest();
  if (const ViewId* known = by_state_.find(key)) return *known;

  std::vector<ViewRows> rows;
  rows.reserve(queries_.size());
  for (Query& query : queries_) {
    if (query.catalog_version != query.store->catalog_version(std::nullopt)) prepare(query);
    rows_.clear();
    query.store->look(*query.statement, rows_);
    rows.emplace_back(query.statement->columns.size(), rows_.cells);
  }
  View view(std::move(rows));
  const auto [id, is_new] = by_content_.insert(view.digest(), static_cast<ViewId>(views_.size()));
  const ViewId found = *id;
  if (is_new) views_.push_back(std::make_unique<const View>(std::move(view)));
  by_state_.insert(key, found);
  return found;
}

}  // namespace racewindow
