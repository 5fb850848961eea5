// SPDX-License-Identifier: Apache-2.0
#include "scenarios/program/conform.h"
#include "scenarios/program/exit_code.h"
#include "scenarios/program/selection.h"
#include "scenarios/program/spec_support.h"
#include "scenarios/program/usage.h"

namespace racewindow {

int conform_command(const ConformOptions& options, const Registry& registry) {
  std::vector<std::string> files;
  std::vector<std::string> patterns;
  for (const std::string& word : options.what) {
    (is_spec_file(word) ? files : patterns).push_back(word);
  }
  const bool scenarios = files.empty() || !patterns.empty();
  if (options.store == "memory") {
    throw UsageError("--store: expected postgres or postgres:CONNECTION, seen 'memory'");
  }
  if (scenarios && options.store != "postgres") {
    throw UsageError(
        "--store: expected postgres, a private server: with scenarios everything in the database "
        "is dropped");
  }
  if (!files.empty() && !options.isolation.empty()) {
    throw UsageError("--isolation: expected only with scenarios, a spec says it itself");
  }
  if (!scenarios && options.seed && !options.runs) {
    throw UsageError("--seed: expected --runs beside it");
  }
  if (options.interleavings && (options.runs || options.seed)) {
    throw UsageError("--interleavings: expected no --runs or --seed beside it, for a sample");
  }
  int code = kExitAsExpected;
  if (scenarios) code = conform_scenarios(select(registry, patterns), options);
  if (!files.empty()) code = worse(code, conform_specs(files, options));
  return code;
}

}  // namespace racewindow
