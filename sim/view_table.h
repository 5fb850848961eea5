// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "sim/digest_map.h"
#include "sim/scenario.h"
#include "sim/store/store.h"
#include "sim/view.h"

namespace racewindow {

// Computes and interns views. A view is a function of what is committed (and of the clock, where a
// query reads it), so the queries run once per distinct committed state and are looked up
// afterwards.
class ViewTable {
 public:
  using ViewId = std::uint32_t;

  // Prepares the scenario's view queries. Throws Broken when one does not bind.
  ViewTable(const Scenario& scenario, Store& store, Store& env);

  // What a reader sees now.
  [[nodiscard]] ViewId current(Timestamp now);
  // Whether a view may change while nothing is written.
  [[nodiscard]] bool uses_clock() const { return uses_clock_; }
  // What all the views read.
  [[nodiscard]] const Footprint& reads() const { return reads_; }
  [[nodiscard]] const View& view(ViewId id) const { return *views_[id]; }
  [[nodiscard]] const std::vector<OutputColumn>& columns(std::size_t query) const {
    return queries_[query].statement->columns;
  }

 private:
  struct Query {
    const ViewQuery* view = nullptr;
    Store* store = nullptr;
    const Statement* statement = nullptr;
    std::uint64_t catalog_version = 0;  // that it was prepared for
  };

  static void prepare(Query& query);

  Store* store_;
  Store* env_;
  std::vector<Query> queries_;
  Footprint reads_;
  bool uses_env_ = false;
  bool uses_clock_ = false;
  RowSet rows_;
  DigestMap<ViewId> by_state_;    // committed state → view
  DigestMap<ViewId> by_content_;  // rows → view
  std::vector<std::unique_ptr<const View>> views_;
};

}  // namespace racewindow
