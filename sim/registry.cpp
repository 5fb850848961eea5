// SPDX-License-Identifier: Apache-2.0
#include "sim/registry.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "sim/nearest.h"

namespace racewindow {
namespace {

// [a-z0-9-]+: safe in replay lines, shells and file names.
bool is_kebab(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
  });
}

bool is_id(std::string_view id) {
  const std::size_t first = id.find('/');
  if (first == std::string_view::npos) return false;
  const std::size_t second = id.find('/', first + 1);
  if (second == std::string_view::npos) return false;
  return is_kebab(id.substr(0, first)) && is_kebab(id.substr(first + 1, second - first - 1)) &&
         is_kebab(id.substr(second + 1));
}

// `*` stands for any characters, '/' included. Linear in practice: on a mismatch only the last
// star is stretched.
bool glob_matches(std::string_view pattern, std::string_view text) {
  std::size_t p = 0;
  std::size_t t = 0;
  std::size_t star = std::string_view::npos;
  std::size_t stretched_to = 0;
  while (t < text.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      stretched_to = t;
    } else if (p < pattern.size() && pattern[p] == text[t]) {
      ++p;
      ++t;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      t = ++stretched_to;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') ++p;
  return p == pattern.size();
}

bool matches(std::string_view pattern, std::string_view id) {
  if (pattern.find('*') != std::string_view::npos) return glob_matches(pattern, id);
  if (pattern.ends_with('/')) return id.starts_with(pattern);
  return id == pattern || (id.starts_with(pattern) && id.substr(pattern.size()).starts_with('/'));
}

std::size_t system_end(std::string_view id) {
  return id.find('/') + 1;
}

// The id cut after as many parts as `like` has.
std::string first_parts(std::string_view id, std::string_view like) {
  std::size_t slashes = static_cast<std::size_t>(std::count(like.begin(), like.end(), '/'));
  for (std::size_t at = 0; at < id.size(); ++at) {
    if (id[at] == '/' && slashes-- == 0) return std::string(id.substr(0, at));
  }
  return std::string(id);
}

std::string range_text(const ParameterSpec& spec) {
  return fmt::format("{} to {}", spec.min, spec.max);
}

}  // namespace

std::int64_t Parameters::operator[](std::string_view name) const {
  for (const Parameter& parameter : values_) {
    if (parameter.name == name) return parameter.value;
  }
  throw std::invalid_argument(fmt::format("the scenario declares no parameter {}", name));
}

Parameters resolve_parameters(const ScenarioEntry& entry, const std::vector<Parameter>& given) {
  std::vector<std::string> names;
  std::vector<Parameter> values;
  for (const ParameterSpec& spec : entry.parameters) {
    names.push_back(spec.name);
    values.push_back({spec.name, spec.default_value});
  }
  for (const Parameter& parameter : given) {
    const auto name = std::find(names.begin(), names.end(), parameter.name);
    if (name == names.end()) {
      throw std::invalid_argument(fmt::format(
          "{}: expected {}, seen parameter {}{}", entry.id,
          names.empty() ? "no parameters" : fmt::format("one of {}", fmt::join(names, ", ")),
          parameter.name, did_you_mean(parameter.name, names)));
    }
    const auto index = static_cast<std::size_t>(name - names.begin());
    const ParameterSpec& spec = entry.parameters[index];
    if (parameter.value < spec.min || parameter.value > spec.max) {
      throw std::invalid_argument(fmt::format("{}: expected {} of {}, seen {}", entry.id, spec.name,
                                              range_text(spec), parameter.value));
    }
    values[index].value = parameter.value;
  }
  return Parameters(std::move(values));
}

void Registry::add(ScenarioEntry entry) {
  if (!is_id(entry.id)) {
    throw std::invalid_argument(fmt::format(
        "scenario id {}: expected system/design/workload, each of a-z, 0-9 and -", entry.id));
  }
  if (find(entry.id) != nullptr) {
    throw std::invalid_argument(fmt::format("scenario id {} was registered twice", entry.id));
  }
  for (const ParameterSpec& spec : entry.parameters) {
    if (spec.name == kIsolation) {
      throw std::invalid_argument(
          fmt::format("{}: parameter {}: replay lines use this name for the isolation level",
                      entry.id, spec.name));
    }
    if (!is_kebab(spec.name)) {
      throw std::invalid_argument(
          fmt::format("{}: parameter {}: expected a name of a-z, 0-9 and -", entry.id, spec.name));
    }
    if (spec.default_value < spec.min || spec.default_value > spec.max) {
      throw std::invalid_argument(fmt::format("{}: parameter {}: default {} is not in {}", entry.id,
                                              spec.name, spec.default_value, range_text(spec)));
    }
  }
  if (entry.stores.empty() || !entry.build) {
    throw std::invalid_argument(
        fmt::format("{}: expected at least one store and a build function", entry.id));
  }
  entries_.push_back(std::move(entry));
}

const ScenarioEntry* Registry::find(std::string_view id) const {
  const auto found = std::find_if(entries_.begin(), entries_.end(),
                                  [&](const ScenarioEntry& entry) { return entry.id == id; });
  return found == entries_.end() ? nullptr : &*found;
}

SystemInfo Registry::system(std::string_view name) const {
  const auto found = std::find_if(systems_.begin(), systems_.end(),
                                  [&](const SystemInfo& system) { return system.name == name; });
  if (found != systems_.end()) return *found;
  SystemInfo unknown;
  unknown.name = name;
  return unknown;
}

std::vector<const ScenarioEntry*> Registry::match(std::string_view pattern) const {
  std::vector<const ScenarioEntry*> found;
  for (const ScenarioEntry& entry : entries_) {
    if (matches(pattern, entry.id)) found.push_back(&entry);
  }
  return found;
}

std::string Registry::nearest(std::string_view id) const {
  std::vector<std::string> names;
  for (const ScenarioEntry& entry : entries_) names.push_back(first_parts(entry.id, id));
  const std::string with_system = nearest_name(id, names);
  if (!with_system.empty()) return with_system;

  for (std::size_t n = 0; n < names.size(); ++n) {
    names[n] = first_parts(std::string_view(entries_[n].id).substr(system_end(entries_[n].id)), id);
  }
  const auto near = std::find(names.begin(), names.end(), nearest_name(id, names));
  if (near == names.end()) return "";
  const std::string& full = entries_[static_cast<std::size_t>(near - names.begin())].id;
  return full.substr(0, system_end(full)) + *near;
}

}  // namespace racewindow
