// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "reports/exploration.h"
#include "reports/json.h"
#include "reports/spec_export.h"
#include "reports/text.h"
#include "scenarios/program/child.h"
#include "scenarios/program/command_support.h"
#include "scenarios/program/commands.h"
#include "scenarios/program/exit_code.h"
#include "scenarios/program/mutate_run.h"
#include "scenarios/program/selection.h"
#include "scenarios/program/spec_support.h"
#include "scenarios/program/usage.h"
#include "sim/replay.h"
#include "sim/result_head.h"
#include "sim/spec/spec_scenario.h"

namespace racewindow {
namespace {

struct Recorded {
  std::string line;
  std::string property;          // that it violates; empty: a line alone does not say
  const Trace* trace = nullptr;  // null: none was recorded
  std::string spec_file;         // that the scenario was read from; empty: none, or not known
};

ReplayLine parse_line(const std::string& text) {
  try {
    return parse_replay_line(text);
  } catch (const BadReplayLine& bad) {
    throw UsageError("replay line: " + bad.message);
  }
}

ResultFile parse_file(const std::string& name) {
  try {
    return parse_result_file(read_file(name));
  } catch (const BadJson& bad) {
    throw UsageError(fmt::format("{}: {}", escaped(name), bad.what()));
  }
}

// The registered one, or that of the spec: a line has its name only.
const ScenarioEntry& scenario_of(const ReplayLine& line, const std::string& spec_file,
                                 Registry& registry) {
  if (registry.find(line.scenario) == nullptr) {
    if (!spec_file.empty()) return require_scenario(registry, add_spec(spec_file, registry));
    if (is_spec_scenario(line.scenario)) {
      throw UsageError(fmt::format("expected --spec FILE, from which {} is read", line.scenario));
    }
  }
  return require_scenario(registry, line.scenario);
}

// The mutant that the line is about is no parameter of the scenario.
std::optional<std::int64_t> take_mutant(ReplayLine& line) {
  const auto found =
      std::find_if(line.parameters.begin(), line.parameters.end(),
                   [](const Parameter& parameter) { return parameter.name == kMutant; });
  if (found == line.parameters.end()) return std::nullopt;
  const std::int64_t id = found->value;
  line.parameters.erase(found);
  return id;
}

std::vector<Recorded> counterexamples(const ResultFile& file) {
  std::vector<Recorded> found;
  for (const ScenarioResult& result : file.results) {
    for (const PropertyResult& property : result.properties) {
      if (!property.counterexample) continue;
      const Counterexample& counterexample = *property.counterexample;
      const bool has_trace = !counterexample.trace.steps.empty();
      found.push_back({counterexample.replay_line, property.info.name,
                       has_trace ? &counterexample.trace : nullptr, result.spec_file});
    }
  }
  return found;
}

bool violates(const ScenarioResult& result, const std::string& property) {
  return std::any_of(result.properties.begin(), result.properties.end(),
                     [&](const PropertyResult& each) {
                       return each.info.name == property && each.verdict == Verdict::violated;
                     });
}

// Adds to the outcome where it differs from what was recorded, in the order of how much that says:
// the statement of the first step that differs, the property that is not violated any more, the
// fingerprint.
void compare(const Recorded& recorded, const ReplayLine& line, ReplayOutcome& outcome) {
  std::vector<std::string> differences;
  if (!outcome.divergence.empty()) differences.push_back(outcome.divergence);
  if (recorded.trace != nullptr) {
    const std::string difference = first_difference(*recorded.trace, outcome.trace);
    if (!difference.empty()) differences.push_back(difference);
  }
  if (outcome.divergence.empty()) {
    if (!recorded.property.empty() && !violates(outcome.result, recorded.property)) {
      differences.push_back(recorded.property + ": recorded as violated, is not violated");
    }
    if (outcome.fingerprint != line.fingerprint) {
      differences.push_back(fmt::format("fingerprint of the statements: expected {}, seen {}",
                                        line.fingerprint, outcome.fingerprint));
    }
    if (!differences.empty()) {
      differences.push_back("the scenario or its guard has changed since the line was printed");
    }
  }
  outcome.divergence = fmt::format("{}", fmt::join(differences, "; "));
}

// Requires: the line was replayed in a child, so that it can be trusted to come to an end here.
std::string exported(const ScenarioEntry& entry, const Parameters& parameters,
                     const ReplayLine& line, const std::string& text) {
  Scenario scenario = build(entry, parameters);
  ReplayOutcome outcome;
  outcome.result = result_head(entry, parameters, line.store);
  set_isolation(line.isolation, scenario, outcome.result);
  ConnectionWatch connections;
  replay(connections.watched(scenario), line.schedule, outcome);
  try {
    return spec_of(scenario, outcome.trace, connections, text);
  } catch (const NoSpec& why) {
    throw UsageError(fmt::format("--spec-out: {}", why.what()));
  }
}

// Of any version and case: what is wrong with it is for the parser to say.
bool is_replay_line(std::string_view text) {
  return (text.starts_with("rw") || text.starts_with("RW") || text.starts_with("Rw")) &&
         text.find(':') != std::string_view::npos;
}

// What is pasted may have blanks around it, or be the whole command that was printed.
std::string pasted(const std::string& text) {
  constexpr std::string_view kBlanks = " \t\r\n";
  const std::size_t last = text.find_last_not_of(kBlanks);
  if (last == std::string::npos) return text;
  const std::string trimmed = text.substr(0, last + 1);
  const std::size_t blank = trimmed.find_last_of(kBlanks);
  const std::string word = blank == std::string::npos ? trimmed : trimmed.substr(blank + 1);
  return is_replay_line(word) ? word : text;
}

}  // namespace

int replay_command(const ReplayOptions& options, const Registry& registered) {
  Registry registry = registered;
  if (!options.spec_file.empty()) static_cast<void>(add_spec(options.spec_file, registry));
  const std::string what = pasted(options.what);
  const bool is_line = is_replay_line(what);
  const ResultFile file = is_line ? ResultFile{} : parse_file(what);
  const std::vector<Recorded> recorded =
      is_line ? std::vector<Recorded>{{what, "", nullptr, ""}} : counterexamples(file);
  std::optional<OutputFile> json;
  if (const std::string name = options.output.file_of("json"); !name.empty()) json.emplace(name);
  std::optional<OutputFile> spec;
  if (!options.spec_out.empty()) {
    if (recorded.size() != 1) {
      throw UsageError(fmt::format("--spec-out: expected one schedule, seen {}", recorded.size()));
    }
    spec.emplace(options.spec_out);
  }
  const Style style = report_style(options.output);
  const InterruptGuard guard;
  std::vector<ReplayOutcome> outcomes;
  std::string text;
  int code = kExitAsExpected;
  for (const Recorded& each : recorded) {
    ReplayLine line = parse_line(each.line);
    const std::optional<std::int64_t> mutant = take_mutant(line);
    const ScenarioEntry& registered_entry = scenario_of(line, each.spec_file, registry);
    require_store(registered_entry, line.store);
    Parameters parameters = require_parameters(registered_entry, line.parameters);
    std::optional<ScenarioEntry> entry = registered_entry;
    if (mutant) {
      RunOptions search = run_options({}, line.store);
      search.explore.isolation = line.isolation;
      search.hang_seconds = options.hang_seconds;
      entry = find_mutant(registered_entry, parameters, *mutant, search);
      if (entry) parameters = resolve_parameters(*entry, line.parameters);
    }
    std::optional<ReplayOutcome> outcome;
    if (entry) outcome = run_replay(*entry, parameters, line, options.hang_seconds);
    if (!outcome) {
      text += "interrupted\n";
      code = worse(code, kExitUndecided);
      break;
    }
    if (!outcome->result.broken) compare(each, line, *outcome);
    if (spec && !outcome->result.broken && outcome->divergence.empty()) {
      spec->commit(exported(*entry, parameters, line, each.line));
    }
    const int own_code = exit_code(*outcome);
    code = worse(code, own_code);
    if (!options.output.quiet || own_code != kExitAsExpected) {
      text += replay_report(*outcome, style) + "\n";
    }
    outcomes.push_back(std::move(*outcome));
  }
  text += counted(outcomes.size(), "schedule") + " replayed\n";
  print_report(options.output, text);
  if (json) json->commit(to_json(outcomes));
  return code;
}

}  // namespace racewindow
