// SPDX-License-Identifier: Apache-2.0
#include "scenarios/program/spec_support.h"

#include <fmt/format.h>

#include "reports/text.h"
#include "scenarios/program/output.h"
#include "scenarios/program/usage.h"
#include "sim/spec/memory_target.h"
#include "sim/spec/postgres_target.h"
#include "sim/spec/read_spec.h"
#include "sim/spec/spec_scenario.h"

namespace racewindow {
namespace {

constexpr std::string_view kPostgres = "postgres";
constexpr std::string_view kPermutation = "starting permutation: ";

// Takes the first line off, without its newline; nothing when there is none left.
std::optional<std::string_view> take_line(std::string_view& text) {
  if (text.empty()) return std::nullopt;
  const std::size_t end = std::min(text.find('\n'), text.size());
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return line;
}

// What is wrong in a file, with its name and the place.
template <class Read>
auto naming(const std::string& file, Read read) {
  try {
    return read();
  } catch (const BadSpec& bad) {
    throw UsageError(fmt::format("{}:{}:{}: {}", escaped(file), bad.place().line,
                                 bad.place().column, escaped(bad.what())));
  }
}

std::string shown(std::optional<std::string_view> line) {
  return line ? escaped(*line) : "the end";
}

}  // namespace

Spec read_spec_file(const std::string& file) {
  return naming(file, [&] { return read_spec(read_file(file)); });
}

bool is_spec_file(std::string_view name) {
  return name.ends_with(".spec");
}

std::string add_spec(const std::string& file, Registry& registry) {
  ScenarioEntry entry = naming(file, [&] { return spec_entry(read_spec(read_file(file)), file); });
  std::string id = entry.id;
  if (registry.find(id) != nullptr) {
    throw UsageError(
        fmt::format("{}: expected specs whose names differ, seen two for {}", escaped(file), id));
  }
  registry.add(std::move(entry));
  return id;
}

SpecStore::SpecStore(const std::string& store) {
  if (store == "memory") {
    in_memory_ = true;
  } else if (store.starts_with("postgres://") || store.starts_with("postgresql://")) {
    conninfo_ = store;
  } else if (store.starts_with("postgres:")) {
    conninfo_ = store.substr(kPostgres.size() + 1);
  } else if (store != kPostgres) {
    throw UsageError(fmt::format(
        "--store: expected memory, postgres or postgres:CONNECTION, seen '{}'", escaped(store)));
  }
}

std::unique_ptr<SpecTarget> SpecStore::open(const Spec& spec) {
  if (in_memory_) return std::make_unique<MemoryTarget>(spec);
  if (!conninfo_.empty()) return std::make_unique<PostgresTarget>(spec, conninfo_);
  if (!server_) server_.emplace();
  return std::make_unique<PostgresTarget>(spec, server_->conninfo());
}

std::optional<SpecDifference> first_difference(std::string_view expected, std::string_view seen) {
  SpecDifference difference;
  while (true) {
    ++difference.line;
    const std::optional<std::string_view> expected_line = take_line(expected);
    const std::optional<std::string_view> seen_line = take_line(seen);
    if (expected_line != seen_line) {
      difference.expected = shown(expected_line);
      difference.seen = shown(seen_line);
      return difference;
    }
    if (!expected_line) return std::nullopt;
    if (expected_line->starts_with(kPermutation)) {
      difference.permutation = expected_line->substr(kPermutation.size());
    }
  }
}

}  // namespace racewindow
