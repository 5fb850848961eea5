// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cstdio>
#include <filesystem>
#include <string>
#include <vector>

#include "reports/text.h"
#include "scenarios/program/commands.h"
#include "scenarios/program/exit_code.h"
#include "scenarios/program/output.h"
#include "scenarios/program/spec_support.h"
#include "scenarios/program/usage.h"
#include "sim/spec/interleavings.h"
#include "sim/spec/spec_runner.h"
#include "sim/sql/error.h"

namespace racewindow {
namespace {

namespace fs = std::filesystem;

struct SpecFile {
  std::string name;
  Spec spec;
  std::vector<std::string> expected;  // files, any of which the output may be; none: it is printed
};

// Where a directory is given: NAME.out in it, and NAME_1.out to NAME_9.out as pg_regress has them.
std::vector<std::string> expected_files(const std::string& expected, const std::string& spec) {
  if (!fs::is_directory(expected)) return {expected};
  const fs::path stem = fs::path(expected) / fs::path(spec).stem();
  std::vector<std::string> files{stem.string() + ".out"};
  for (int n = 1; n <= 9; ++n) {
    const std::string alternative = fmt::format("{}_{}.out", stem.string(), n);
    if (fs::exists(alternative)) files.push_back(alternative);
  }
  return files;
}

std::vector<SpecFile> read_files(const SpecOptions& options) {
  const bool one_expected = !options.expected.empty() && !fs::is_directory(options.expected);
  if (one_expected && options.files.size() > 1) {
    throw UsageError("--expected: expected a directory, as there are several specs");
  }
  std::vector<SpecFile> files;
  for (const std::string& name : options.files) {
    SpecFile& file = files.emplace_back(SpecFile{name, read_spec_file(name), {}});
    if (!options.expected.empty()) file.expected = expected_files(options.expected, name);
    for (const std::string& expected : file.expected) (void)read_file(expected);
  }
  return files;
}

// Compares with the one of the expected files that agrees longest.
int compare(const SpecFile& file, const std::string& output) {
  std::optional<SpecDifference> difference;
  std::string differs_from;
  for (const std::string& expected : file.expected) {
    const std::optional<SpecDifference> own = first_difference(read_file(expected), output);
    if (!own) {
      fmt::print("{}: as {}\n", escaped(file.name), escaped(expected));
      return kExitAsExpected;
    }
    if (!difference || own->line > difference->line) {
      difference = own;
      differs_from = expected;
    }
  }
  fmt::print("{}: differs from {}, line {}\n  permutation: {}\n  expected: {}\n  seen:     {}\n",
             escaped(file.name), escaped(differs_from), difference->line,
             escaped(difference->permutation), difference->expected, difference->seen);
  return kExitUnexpected;
}

// Prints as it goes, or gathers what is to be compared.
class Output {
 public:
  explicit Output(bool compared) : compared_(compared) {}
  void add(const std::string& text) {
    if (compared_) {
      text_ += text;
    } else {
      fmt::print("{}", text);
      std::fflush(stdout);
    }
  }
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  bool compared_;
  std::string text_;
};

int run_file(const SpecFile& file, SpecStore& store) {
  Output output(!file.expected.empty());
  int code = kExitAsExpected;
  try {
    const std::unique_ptr<SpecTarget> target = store.open(file.spec);
    output.add(spec_head(file.spec));
    SpecRunner runner(file.spec, *target);
    for_each_permutation(file.spec, [&](const Permutation& permutation) {
      output.add(runner.run(permutation));
      return true;
    });
  } catch (const SpecStopped& stopped) {
    output.add(stopped.text() + stopped.what());
    code = kExitBroken;
  } catch (const Broken& broken) {
    fmt::print(stderr, "racewindow: {}: {}: {}\n", escaped(file.name), broken.kind(),
               escaped(broken.message()));
    return kExitBroken;
  }
  return file.expected.empty() ? code : compare(file, output.text());
}

}  // namespace

int spec_command(const SpecOptions& options) {
  SpecStore store(options.store);
  std::vector<std::size_t> by_code(static_cast<std::size_t>(kExitBroken) + 1);
  int code = kExitAsExpected;
  const std::vector<SpecFile> files = read_files(options);
  for (const SpecFile& file : files) {
    const int own_code = run_file(file, store);
    ++by_code[static_cast<std::size_t>(own_code)];
    code = worse(code, own_code);
  }
  if (files.size() > 1) {
    fmt::print(stderr, "{}: {} {}, {} different, {} broken\n", counted(files.size(), "spec"),
               by_code[kExitAsExpected], options.expected.empty() ? "run" : "as expected",
               by_code[kExitUnexpected], by_code[kExitBroken]);
  }
  return code;
}

}  // namespace racewindow
