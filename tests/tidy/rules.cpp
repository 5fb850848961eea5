// SPDX-License-Identifier: Apache-2.0
#include "tests/tidy/rules.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <regex>
#include <set>

namespace racewindow::tidy {
namespace {

using Findings = std::vector<Finding>;
using Tree = std::span<const SourceFile>;

// A pattern that no line of code may contain. Patterns of words that are refused in comments too
// are spelled so that they do not match themselves.
struct Banned {
  std::regex pattern;
  std::string message;
  Banned(const char* regex, const char* why) : pattern(regex, std::regex::optimize), message(why) {}
};

// What the engine and everything it is fed with must be a function of is the schedule alone.
bool is_deterministic_part(const SourceFile& file) {
  return file.is_cpp() &&
         (file.is_under("sim/") || file.is_under("guards/") || file.is_under("reports/"));
}

bool is_program_text(const SourceFile& file) {
  return file.is_cpp() || file.is_shell() || file.is_cmake();
}

void find_banned(const SourceFile& file, const std::vector<std::string>& lines,
                 const std::vector<Banned>& banned, Findings& findings) {
  for (std::size_t n = 0; n < lines.size(); ++n) {
    for (const Banned& ban : banned) {
      if (std::regex_search(lines[n], ban.pattern)) {
        findings.push_back({file.path, n + 1, ban.message});
      }
    }
  }
}

// Code points; every one counts as one column.
std::size_t columns_of(std::string_view line) {
  return static_cast<std::size_t>(std::ranges::count_if(
      line, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

Findings lines_fit(Tree tree) {
  Findings findings;
  for (const SourceFile& file : tree) {
    if (!is_program_text(file)) continue;
    for (std::size_t n = 0; n < file.lines.size(); ++n) {
      if (const std::size_t columns = columns_of(file.lines[n]); columns > kColumnsMax) {
        findings.push_back({file.path, n + 1,
                            "expected at most " + std::to_string(kColumnsMax) + " columns, seen " +
                                std::to_string(columns)});
      }
    }
  }
  return findings;
}

Findings files_fit(Tree tree) {
  Findings findings;
  for (const SourceFile& file : tree) {
    if (file.is_cpp() && file.lines.size() > kLinesMax) {
      findings.push_back({file.path, file.lines.size(), "split it: one idea a file"});
    }
  }
  return findings;
}

Findings blanks_are_clean(Tree tree) {
  static const std::vector<Banned> banned{{"\t", "indent with spaces"},
                                          {"[ \r]$", "no blanks at the end of a line"}};
  Findings findings;
  for (const SourceFile& file : tree) {
    find_banned(file, file.lines, banned, findings);
    if (!file.ends_with_newline) {
      findings.push_back({file.path, file.lines.size(), "end the last line with a newline"});
    }
  }
  return findings;
}

Findings licence_is_named(Tree tree) {
  Findings findings;
  for (const SourceFile& file : tree) {
    const bool shell = file.is_shell();
    if (!file.is_cpp() && !shell) continue;
    const std::string expected =
        std::string(shell ? "#" : "//") + " SPDX-License-Identifier: Apache-2.0";
    const std::size_t at = shell && !file.lines.empty() && file.lines[0].starts_with("#!") ? 1 : 0;
    if (file.lines.size() <= at || file.lines[at] != expected) {
      findings.push_back({file.path, at + 1, "expected `" + expected + "` here"});
    }
  }
  return findings;
}

// What a folder may include; the first entry that a path starts with decides. Nothing points back:
// scenarios → guards → sim → store → sql, and scenarios → reports → sim.
struct Layer {
  std::string_view folder;
  std::vector<std::string_view> may_include;
};
const std::vector<Layer>& layers() {
  static const std::vector<Layer> all{
      {"sim/sql/", {"sim/sql/", "sim/digest", "sim/assert.h"}},
      {"sim/store/", {"sim/store/", "sim/sql/", "sim/digest", "sim/assert.h"}},
      {"sim/", {"sim/"}},
      {"guards/", {"guards/", "sim/"}},
      {"reports/", {"reports/", "sim/"}},
      {"scenarios/", {"scenarios/", "reports/", "guards/", "sim/"}},
      {"tests/", {"tests/", "scenarios/", "reports/", "guards/", "sim/"}},
  };
  return all;
}

Findings includes_point_one_way(Tree tree) {
  static const std::regex include("^\\s*#\\s*include\\s*\"([^\"]*)\"");
  Findings findings;
  for (const SourceFile& file : tree) {
    const auto layer = std::ranges::find_if(
        layers(), [&](const Layer& candidate) { return file.is_under(candidate.folder); });
    if (!file.is_cpp() || layer == layers().end()) continue;
    for (std::size_t n = 0; n < file.lines.size(); ++n) {
      std::smatch match;
      const bool is_code = file.code[n].find("include") != std::string::npos;
      if (!is_code || !std::regex_search(file.lines[n], match, include)) continue;
      const std::string target = match[1];
      if (std::ranges::none_of(layer->may_include, [&](std::string_view folder) {
            return target.starts_with(folder);
          })) {
        findings.push_back({file.path, n + 1,
                            std::string(layer->folder) + " may not include \"" + target +
                                "\" (paths start at the root)"});
      }
    }
  }
  return findings;
}

Findings nothing_is_nondeterministic(Tree tree) {
  static const std::vector<Banned> banned{
      {R"(\b(system|steady|high_resolution|utc|tai|gps|file)_clock\b)",
       "no wall clock: use virtual time"},
      {R"(\b(gettimeofday|clock_gettime|timespec_get|localtime|gmtime)\b|\bstd::time\b)",
       "no wall clock: use virtual time"},
      {R"(\btime\s*\(\s*(nullptr|NULL|0|&))", "no wall clock: use virtual time"},
      {R"(\b(s?rand|rand_r|[dlm]rand48|random_device|random_shuffle|default_random_engine)\b)",
       "no hidden randomness: use a seeded stream"},
      {R"(\bstd::(shuffle|sample)\b|_distribution\b)",
       "its results differ between standard libraries"},
      {R"(\bstd::hash\b)", "its results differ between standard libraries: use Hasher"},
      {R"(\bstd::(pmr::)?unordered_)",
       "its order differs between libraries: use a sorted container"},
      {R"(\b(secure_)?getenv\b)", "nothing may depend on the environment"},
  };
  Findings findings;
  for (const SourceFile& file : tree) {
    if (is_deterministic_part(file)) find_banned(file, file.code, banned, findings);
  }
  return findings;
}

Findings only_the_program_prints_or_exits(Tree tree) {
  static const std::vector<Banned> banned{
      {R"(\bv?f?printf\s*\(|\bf?puts\s*\(|\bf?putc(har)?\s*\(|\bperror\s*\(|\bfwrite\s*\()",
       "only scenarios/ prints"},
      {R"(\bstd::(cout|cerr|clog)\b|\bfmt::v?print\b|<iostream>)", "only scenarios/ prints"},
      {R"(\b(_?exit|_Exit|quick_exit|abort|terminate)\s*\()", "only scenarios/ ends the process"},
  };
  Findings findings;
  for (const SourceFile& file : tree) {
    if (is_deterministic_part(file)) find_banned(file, file.code, banned, findings);
  }
  return findings;
}

Findings nothing_is_put_off(Tree tree) {
  static const std::vector<Banned> banned{
      {R"(\bTO(?:DO)\b|\bFIX(?:ME)\b|\bXX(?:X)\b)", "do it, or file an issue"},
      {R"(\bDIS(?:ABLED))", "no disabled test: mend it or take it out"},
  };
  Findings findings;
  for (const SourceFile& file : tree) {
    if (is_program_text(file)) find_banned(file, file.lines, banned, findings);
  }
  return findings;
}

Findings sources_are_built(Tree tree) {
  static const std::regex source(R"re([^\s()"]+\.cpp\b)re");
  std::set<std::string> built;
  for (const SourceFile& file : tree) {
    if (!file.is_cmake()) continue;
    const std::filesystem::path folder = std::filesystem::path(file.path).parent_path();
    for (const std::string& line : file.lines) {
      const std::string code = line.substr(0, line.find('#'));
      for (std::sregex_iterator at(code.begin(), code.end(), source), end; at != end; ++at) {
        built.insert((folder / at->str()).lexically_normal().generic_string());
      }
    }
  }
  Findings findings;
  for (const SourceFile& file : tree) {
    if (file.path.ends_with(".cpp") && !built.contains(file.path)) {
      findings.push_back({file.path, 1, "in no CMakeLists.txt: build it or delete it"});
    }
  }
  return findings;
}

}  // namespace

std::span<const Rule> rules() {
  static constexpr std::array<Rule, 9> all{{
      {"lines-fit", lines_fit},
      {"files-fit", files_fit},
      {"blanks-are-clean", blanks_are_clean},
      {"licence-is-named", licence_is_named},
      {"includes-point-one-way", includes_point_one_way},
      {"nothing-is-nondeterministic", nothing_is_nondeterministic},
      {"only-the-program-prints-or-exits", only_the_program_prints_or_exits},
      {"nothing-is-put-off", nothing_is_put_off},
      {"sources-are-built", sources_are_built},
  }};
  return all;
}

}  // namespace racewindow::tidy
