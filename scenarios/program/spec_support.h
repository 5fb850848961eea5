// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "sim/registry.h"
#include "sim/spec/spec.h"
#include "sim/spec/spec_target.h"
#include "sim/store/postgres/private_server.h"

namespace racewindow {

// What the commands that run isolation specs share.

// Throws UsageError: the file cannot be read, or "FILE:3:7: expected …".
[[nodiscard]] Spec read_spec_file(const std::string& file);

// Where a scenario is asked for, a name that ends in ".spec" is that of a file.
[[nodiscard]] bool is_spec_file(std::string_view name);
// Adds the spec as a scenario that can be explored, and returns its id. Throws UsageError.
[[nodiscard]] std::string add_spec(const std::string& file, Registry& registry);

// "memory", "postgres" (a private server, which is started when it is first needed), or
// "postgres:CONNECTION" for a server that is there: a connection string or URL as libpq takes it.
class SpecStore {
 public:
  // Throws UsageError for another name.
  explicit SpecStore(const std::string& store);

  // The sessions of the spec, on this store. Throws ServerError.
  [[nodiscard]] std::unique_ptr<SpecTarget> open(const Spec& spec);

 private:
  bool in_memory_ = false;
  std::string conninfo_;  // empty: of the private server
  std::optional<PrivateServer> server_;
};

// Where two outputs of a spec part for the first time.
struct SpecDifference {
  std::size_t line = 0;     // from 1
  std::string permutation;  // the steps under way there; empty before the first
  std::string expected;     // the line, or "the end"
  std::string seen;
};
[[nodiscard]] std::optional<SpecDifference> first_difference(std::string_view expected,
                                                             std::string_view seen);

}  // namespace racewindow
