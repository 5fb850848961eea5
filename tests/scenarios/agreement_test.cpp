// SPDX-License-Identifier: Apache-2.0
// The whole catalog on both stores, and with both enumerations where naive gets to its end: the
// same verdicts, the same set of views, the same number of interleavings.
#include <gtest/gtest.h>

#include <algorithm>
#include <charconv>
#include <string>
#include <vector>

#include "scenarios/catalog.h"
#include "sim/explore.h"

namespace racewindow {
namespace {

// More interleavings than these are left to `exhaustive`.
constexpr std::uint64_t kNaiveMax = 20'000;

const Registry& catalog() {
  static const Registry registry = [] {
    Registry all;
    register_all(all);
    return all;
  }();
  return registry;
}

std::vector<std::string> ids() {
  std::vector<std::string> all;
  for (const ScenarioEntry& entry : catalog().entries()) all.push_back(entry.id);
  return all;
}

ScenarioResult run(const ScenarioEntry& entry, const std::string& strategy,
                   const std::string& store) {
  std::vector<Parameter> defaults;
  for (const ParameterSpec& spec : entry.parameters) {
    defaults.push_back({spec.name, spec.default_value});
  }
  ExploreOptions options;
  options.strategy = strategy;
  options.store = store;
  options.minimise = false;
  options.traces = false;
  return explore(entry, Parameters(std::move(defaults)), options);
}

std::vector<Verdict> verdicts(const ScenarioResult& result) {
  std::vector<Verdict> all;
  for (const PropertyResult& property : result.properties) all.push_back(property.verdict);
  return all;
}

void expect_same(const ScenarioResult& a, const ScenarioResult& b) {
  ASSERT_FALSE(a.broken) << a.broken->message;
  ASSERT_FALSE(b.broken) << b.broken->message;
  EXPECT_TRUE(a.complete);
  EXPECT_TRUE(b.complete);
  EXPECT_EQ(verdicts(a), verdicts(b));
  EXPECT_EQ(a.counts.views, b.counts.views);
  EXPECT_EQ(a.counts.views_digest, b.counts.views_digest);
  EXPECT_EQ(a.counts.end_states, b.counts.end_states);
  EXPECT_EQ(a.counts.interleavings, b.counts.interleavings);
}

bool naive_ends(const std::string& interleavings) {
  std::uint64_t count = 0;
  const char* end = interleavings.data() + interleavings.size();
  const auto read = std::from_chars(interleavings.data(), end, count);
  return read.ec == std::errc() && read.ptr == end && count <= kNaiveMax;
}

class Catalog : public ::testing::TestWithParam<std::string> {};

TEST_P(Catalog, agrees_between_stores_and_strategies) {
  const ScenarioEntry& entry = *catalog().find(GetParam());
  const ScenarioResult reference = run(entry, "exhaustive", entry.stores.front());
  for (const std::string& store : entry.stores) {
    SCOPED_TRACE(store);
    expect_same(reference, run(entry, "exhaustive", store));
    if (naive_ends(reference.counts.interleavings)) {
      expect_same(reference, run(entry, "naive", store));
    }
  }
}

std::string test_name(const ::testing::TestParamInfo<std::string>& scenario) {
  std::string name = scenario.param;
  std::replace_if(
      name.begin(), name.end(), [](char c) { return c == '/' || c == '-'; }, '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(All, Catalog, ::testing::ValuesIn(ids()), test_name);

}  // namespace
}  // namespace racewindow
