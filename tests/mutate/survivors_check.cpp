// SPDX-License-Identifier: Apache-2.0
// survivors_check PROGRAM DESIGN: mutates an accepted design, and fails for a survivor that
// scenarios/*/survivors.cpp does not explain.
#include <fmt/format.h>

#include <cstdio>
#include <nlohmann/json.hpp>
#include <string>

#include "scenarios/catalog.h"
#include "sim/registry.h"

namespace {

std::string output_of(const std::string& command) {
  std::string output;
  std::FILE* const pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) return output;
  for (int c = std::fgetc(pipe); c != EOF; c = std::fgetc(pipe)) output += static_cast<char>(c);
  pclose(pipe);
  return output;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  const std::string command =
      fmt::format("'{}' mutate '{}' --store memory --quiet --json - 2>/dev/null", argv[1], argv[2]);
  const nlohmann::json file = nlohmann::json::parse(output_of(command), nullptr, false);
  if (file.is_discarded() || file.at("designs").empty()) {
    fmt::print("no result of {}\n", command);
    return 1;
  }
  racewindow::Registry registry;
  racewindow::register_all(registry);
  const std::string design_name = argv[2];
  const auto system = registry.system(design_name.substr(0, design_name.find('/')));
  int mutants = 0;
  int killed = 0;
  int unexplained = 0;
  for (const auto& design : file.at("designs")) {
    for (const auto& mutant : design.at("mutants")) {
      ++mutants;
      const std::string outcome = mutant.at("outcome");
      if (outcome == "killed") ++killed;
      if (outcome != "survived") continue;
      const std::string kind = mutant.at("kind");
      const std::string place = mutant.at("file");
      const std::string change = mutant.at("change");
      const std::string name = design.at("design");
      if (!system.explain_survivor(kind, place, change).empty()) continue;
      fmt::print("{}: not explained: {} at {}:{}\n  {}\n", name, kind, place,
                 mutant.at("line").dump(), change);
      ++unexplained;
    }
  }
  fmt::print("{}: {} mutants, {} killed, {} survivors without an explanation\n", argv[2], mutants,
             killed, unexplained);
  return unexplained == 0 && killed > 0 ? 0 : 1;
}
