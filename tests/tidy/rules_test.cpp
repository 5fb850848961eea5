// SPDX-License-Identifier: Apache-2.0
// Each rule on small texts: what it must find, and the nearest thing that it must not.
#include "tests/tidy/rules.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace racewindow::tidy {
namespace {

std::vector<Finding> check(std::string_view rule_name, std::vector<SourceFile> tree) {
  const auto rule = std::ranges::find(rules(), rule_name, &Rule::name);
  if (rule == rules().end()) {
    ADD_FAILURE() << "no rule " << rule_name;
    return {};
  }
  return rule->check(tree);
}

std::size_t found_in(std::string_view rule, std::string path, std::string_view text) {
  return check(rule, {make_source_file(std::move(path), text)}).size();
}

TEST(Blanking, keeps_code_at_its_place) {
  const SourceFile file = make_source_file(
      "a.cpp", "f(\"a//b\", 'x'); // note\n/* one\n two */ g(1'000, R\"q(\")q\"); '\\''; h();\n");
  ASSERT_EQ(file.code.size(), 3U);
  EXPECT_EQ(file.code[0], "f(\"    \", ' ');        ");
  EXPECT_EQ(file.code[1], "      ");
  EXPECT_EQ(file.code[2], "        g(1'000, R\"      ); '  '; h();");
}

TEST(LinesFit, counts_code_points) {
  EXPECT_EQ(found_in("lines-fit", "sim/a.h", std::string(100, 'x') + "\n"), 0U);
  EXPECT_EQ(found_in("lines-fit", "sim/a.h", std::string(101, 'x') + "\n"), 1U);
  std::string wide;
  for (int n = 0; n < 100; ++n) wide += "→";
  EXPECT_EQ(found_in("lines-fit", "sim/a.h", wide), 0U);
  EXPECT_EQ(found_in("lines-fit", "docs/a.md", std::string(101, 'x')), 0U);
}

TEST(FilesFit, wants_a_reason_above_the_limit) {
  std::string text;
  for (std::size_t n = 0; n < kLinesMax; ++n) text += "\n";
  EXPECT_EQ(found_in("files-fit", "sim/a.cpp", text), 0U);
  EXPECT_EQ(found_in("files-fit", "sim/a.cpp", text + "\n"), 1U);
}

TEST(BlanksAreClean, finds_tabs_trailing_blanks_and_a_missing_newline) {
  EXPECT_EQ(found_in("blanks-are-clean", "sim/a.h", "a b\n"), 0U);
  EXPECT_EQ(found_in("blanks-are-clean", "sim/a.h", "\ta\n"), 1U);
  EXPECT_EQ(found_in("blanks-are-clean", "sim/a.h", "a \n"), 1U);
  EXPECT_EQ(found_in("blanks-are-clean", "sim/a.h", "a\r\n"), 1U);
  EXPECT_EQ(found_in("blanks-are-clean", "docs/a.md", "a"), 1U);
}

TEST(LicenceIsNamed, looks_at_the_first_line_after_a_shebang) {
  const std::string cpp = "// SPDX-License-Identifier: Apache-2.0\n";
  const std::string shell = "# SPDX-License-Identifier: Apache-2.0\n";
  EXPECT_EQ(found_in("licence-is-named", "sim/a.h", cpp), 0U);
  EXPECT_EQ(found_in("licence-is-named", "sim/a.h", "\n" + cpp), 1U);
  EXPECT_EQ(found_in("licence-is-named", "sim/a.h", ""), 1U);
  EXPECT_EQ(found_in("licence-is-named", ".ci/run", "#!/bin/sh\n" + shell), 0U);
  EXPECT_EQ(found_in("licence-is-named", ".ci/run", "#!/bin/sh\n"), 1U);
  EXPECT_EQ(found_in("licence-is-named", ".ci/setup.sh", shell), 0U);
}

TEST(IncludesPointOneWay, refuses_what_points_back) {
  const auto include = [](std::string from, const std::string& target) {
    return found_in("includes-point-one-way", std::move(from), "#include \"" + target + "\"\n");
  };
  EXPECT_EQ(include("scenarios/main.cpp", "guards/portal_push/push.h"), 0U);
  EXPECT_EQ(include("scenarios/main.cpp", "reports/json.h"), 0U);
  EXPECT_EQ(include("guards/portal_push/push.h", "sim/context.h"), 0U);
  EXPECT_EQ(include("guards/portal_push/push.h", "reports/json.h"), 1U);
  EXPECT_EQ(include("guards/portal_push/push.h", "scenarios/catalog.h"), 1U);
  EXPECT_EQ(include("reports/json.cpp", "sim/result.h"), 0U);
  EXPECT_EQ(include("reports/json.cpp", "guards/portal_push/push.h"), 1U);
  for (const char* target : {"guards/a.h", "reports/a.h", "scenarios/a.h", "tests/a.h"}) {
    EXPECT_EQ(include("sim/explore.cpp", target), 1U) << target;
  }
  EXPECT_EQ(include("sim/explore.cpp", "sim/store/store.h"), 0U);
  EXPECT_EQ(include("sim/store/store.h", "sim/sql/value.h"), 0U);
  EXPECT_EQ(include("sim/store/store.h", "sim/session.h"), 1U);
  EXPECT_EQ(include("sim/sql/value.h", "sim/digest.h"), 0U);
  EXPECT_EQ(include("sim/sql/value.h", "sim/store/store.h"), 1U);
}

TEST(IncludesPointOneWay, wants_paths_from_the_root_and_ignores_comments) {
  EXPECT_EQ(found_in("includes-point-one-way", "sim/a.cpp", "#include \"a.h\"\n"), 1U);
  EXPECT_EQ(found_in("includes-point-one-way", "sim/a.cpp", "#include \"../guards/a.h\"\n"), 1U);
  EXPECT_EQ(found_in("includes-point-one-way", "sim/a.cpp", "// #include \"guards/a.h\"\n"), 0U);
  EXPECT_EQ(found_in("includes-point-one-way", "sim/a.cpp", "#include <vector>\n"), 0U);
}

TEST(NothingIsNondeterministic, finds_each_name) {
  for (const char* line :
       {"auto t = std::chrono::system_clock::now();", "std::chrono::steady_clock::time_point t;",
        "std::chrono::high_resolution_clock c;", "clock_gettime(CLOCK_REALTIME, &now);",
        "gettimeofday(&now, nullptr);", "srand(time(nullptr));", "x = time( 0 );",
        "x = std::time(&y);", "int x = rand();", "std::random_device seed;",
        "std::uniform_int_distribution<int> pick(0, 1);", "std::shuffle(a, b, engine);",
        "std::hash<int>{}(1);", "std::unordered_map<int, int> m;", "std::unordered_set<int> s;",
        "std::getenv(\"HOME\");", "std::default_random_engine e;"}) {
    EXPECT_GE(found_in("nothing-is-nondeterministic", "sim/a.cpp", line), 1U) << line;
    EXPECT_GE(found_in("nothing-is-nondeterministic", "guards/a.cpp", line), 1U) << line;
    EXPECT_GE(found_in("nothing-is-nondeterministic", "reports/a.cpp", line), 1U) << line;
    EXPECT_EQ(found_in("nothing-is-nondeterministic", "scenarios/main.cpp", line), 0U) << line;
  }
}

TEST(NothingIsNondeterministic, lets_near_names_pass) {
  for (const char* line :
       {"bool uses_clock = false;", "store.set_time(now);", "time_steps_max = 0;",
        "Function::clock_timestamp", "bool unordered = false;", "unordered_statements.clear();",
        "int operand = 1; random_uuid();", "Hasher hash; hash.add(1);", "// not rand(), not getenv",
        "log(\"std::unordered_map\");", "run_in_time(now);"}) {
    EXPECT_EQ(found_in("nothing-is-nondeterministic", "sim/a.cpp", line), 0U) << line;
  }
}

TEST(OnlyTheProgramPrintsOrExits, finds_each_way) {
  for (const char* line :
       {"printf(\"x\");", "std::fprintf(stderr, \"x\");", "puts(\"x\");", "std::cout << 1;",
        "std::cerr << 1;", "fmt::print(\"x\");", "exit(1);", "std::exit(1);", "_exit(1);",
        "std::abort();", "std::terminate();", "#include <iostream>"}) {
    EXPECT_EQ(found_in("only-the-program-prints-or-exits", "sim/a.cpp", line), 1U) << line;
    EXPECT_EQ(found_in("only-the-program-prints-or-exits", "reports/a.cpp", line), 1U) << line;
    EXPECT_EQ(found_in("only-the-program-prints-or-exits", "scenarios/main.cpp", line), 0U) << line;
  }
  for (const char* line : {"snprintf(buffer, 8, \"x\");", "// exit(1)", "on_exit_code = 1;",
                           "fmt::format(\"printf(\");", "std::ostringstream out;"}) {
    EXPECT_EQ(found_in("only-the-program-prints-or-exits", "sim/a.cpp", line), 0U) << line;
  }
}

// The refused words are put together here, so that this file passes its own rule.
TEST(NothingIsPutOff, finds_marks_and_disabled_tests) {
  for (const std::string word : {"TO"
                                 "DO",
                                 "FIX"
                                 "ME",
                                 "XX"
                                 "X",
                                 "DIS"
                                 "ABLED_x",
                                 "DIS"
                                 "ABLED"}) {
    EXPECT_EQ(found_in("nothing-is-put-off", "tests/a_test.cpp", "// " + word + " x\n"), 1U)
        << word;
    EXPECT_EQ(found_in("nothing-is-put-off", "tests/CMakeLists.txt", "# " + word + "\n"), 1U)
        << word;
    EXPECT_EQ(found_in("nothing-is-put-off", "docs/a.md", word + "\n"), 0U) << word;
  }
  EXPECT_EQ(found_in("nothing-is-put-off", "sim/a.cpp", "// the TODOS table, disabled\n"), 0U);
}

TEST(SourcesAreBuilt, finds_a_source_in_no_list) {
  const auto tree = [](std::string_view list) {
    return std::vector{
        make_source_file("sim/sql/CMakeLists.txt", list), make_source_file("sim/sql/value.cpp", ""),
        make_source_file("sim/digest.cpp", ""), make_source_file("sim/sql/value.h", "")};
  };
  EXPECT_EQ(check("sources-are-built", tree("f(x\n  ../digest.cpp\n  value.cpp)\n")).size(), 0U);
  EXPECT_EQ(check("sources-are-built", tree("f(x\n  ../digest.cpp # value.cpp\n)\n")).size(), 1U);
  EXPECT_EQ(check("sources-are-built", tree("f(x value.cpp digest.cpp)\n")).size(), 1U);
}

TEST(Rules, have_names_of_their_own) {
  for (const Rule& rule : rules()) {
    EXPECT_EQ(std::ranges::count(rules(), rule.name, &Rule::name), 1) << rule.name;
  }
}

}  // namespace
}  // namespace racewindow::tidy
