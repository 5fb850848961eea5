// SPDX-License-Identifier: Apache-2.0
#include "sim/registry.h"

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>
#include <vector>

namespace racewindow {
namespace {

ScenarioEntry entry(std::string id) {
  ScenarioEntry made;
  made.id = std::move(id);
  made.parameters = {{"rows", 2, 1, 9, "rows of a push"}, {"batch", 1, 1, 9, "rows of an insert"}};
  made.stores = {"memory"};
  made.build = [](const Parameters&) { return Scenario(); };
  return made;
}

Registry sample() {
  Registry registry;
  registry.add(entry("portal-push/accepted/equal-pushes"));
  registry.add(entry("portal-push/accepted/three-writers"));
  registry.add(entry("portal-push/accepted-more/equal-pushes"));
  registry.add(entry("lock/lease/two-holders"));
  return registry;
}

std::vector<std::string> matched(std::string_view pattern) {
  const Registry registry = sample();
  std::vector<std::string> ids;
  for (const ScenarioEntry* found : registry.match(pattern)) ids.push_back(found->id);
  return ids;
}

std::string refusal(const std::function<void()>& body) {
  try {
    body();
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "accepted";
}

using Ids = std::vector<std::string>;

TEST(Registry, a_pattern_is_an_id_a_prefix_of_parts_or_a_glob) {
  EXPECT_EQ(matched("lock/lease/two-holders"), Ids{"lock/lease/two-holders"});
  EXPECT_EQ(matched("portal-push/accepted"),
            (Ids{"portal-push/accepted/equal-pushes", "portal-push/accepted/three-writers"}));
  EXPECT_EQ(matched("portal-push/accepted/"), matched("portal-push/accepted"));
  EXPECT_EQ(matched("*/equal-*"),
            (Ids{"portal-push/accepted/equal-pushes", "portal-push/accepted-more/equal-pushes"}));
  EXPECT_EQ(matched("*").size(), 4U);
  EXPECT_EQ(matched("*accepted*three*writers"), Ids{"portal-push/accepted/three-writers"});
  EXPECT_EQ(matched("portal"), Ids{});
  EXPECT_EQ(matched("equal-pushes"), Ids{});
}

TEST(Registry, find_wants_the_whole_id) {
  const Registry registry = sample();
  ASSERT_NE(registry.find("lock/lease/two-holders"), nullptr);
  EXPECT_EQ(registry.find("lock/lease/two-holders")->id, "lock/lease/two-holders");
  EXPECT_EQ(registry.find("lock/lease"), nullptr);
}

TEST(Registry, the_nearest_name_has_as_many_parts_as_the_wrong_one) {
  const Registry registry = sample();
  EXPECT_EQ(registry.nearest("portal-push/acepted/three-writer"),
            "portal-push/accepted/three-writers");
  EXPECT_EQ(registry.nearest("portal-pusk"), "portal-push");
  EXPECT_EQ(registry.nearest("lock/leese"), "lock/lease");
  EXPECT_EQ(registry.nearest("something-else-entirely"), "");
}

TEST(Registry, the_nearest_name_has_the_system_that_was_left_out) {
  const Registry registry = sample();
  EXPECT_EQ(registry.nearest("acepted"), "portal-push/accepted");
  EXPECT_EQ(registry.nearest("lease/two-holder"), "lock/lease/two-holders");
}

TEST(Registry, refuses_ids_that_are_malformed_or_taken) {
  Registry registry = sample();
  EXPECT_EQ(refusal([&] { registry.add(entry("lock/lease")); }),
            "scenario id lock/lease: expected system/design/workload, each of a-z, 0-9 and -");
  EXPECT_NE(refusal([&] { registry.add(entry("Lock/lease/two")); }), "accepted");
  EXPECT_NE(refusal([&] { registry.add(entry("a/b/c/d")); }), "accepted");
  EXPECT_EQ(refusal([&] { registry.add(entry("lock/lease/two-holders")); }),
            "scenario id lock/lease/two-holders was registered twice");
  EXPECT_EQ(registry.entries().size(), 4U);
}

TEST(Parameters, given_values_replace_defaults_in_the_order_of_declaration) {
  const Parameters parameters = resolve_parameters(entry("a/b/c"), {{"batch", 3}});
  EXPECT_EQ(parameters.values(), (std::vector<Parameter>{{"rows", 2}, {"batch", 3}}));
  EXPECT_EQ(parameters["batch"], 3);
}

TEST(Parameters, an_unknown_name_or_a_value_out_of_range_is_refused) {
  EXPECT_EQ(refusal([] {
              (void)resolve_parameters(entry("a/b/c"), {{"row", 3}});
            }),
            "a/b/c: expected one of rows, batch, seen parameter row; did you mean rows?");
  EXPECT_EQ(refusal([] {
              (void)resolve_parameters(entry("a/b/c"), {{"rows", 10}});
            }),
            "a/b/c: expected rows of 1 to 9, seen 10");
}

}  // namespace
}  // namespace racewindow
