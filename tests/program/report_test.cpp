// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <string>
#include <vector>

#include "reports/forms.h"
#include "tests/program/run_program.h"

namespace racewindow {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::vector<std::string> asking_for_all(std::vector<std::string> words,
                                        const TemporaryDirectory& directory,
                                        const std::string& name) {
  for (const Form& form : forms()) {
    words.push_back("--" + std::string(form.name));
    words.push_back(directory.file(name + "." + std::string(form.name)));
  }
  return words;
}

TEST(Report, makes_every_form_of_a_saved_json_that_check_made_at_once) {
  const TemporaryDirectory directory;
  EXPECT_EQ(run_program(asking_for_all({"check", "test/fine"}, directory, "now")).code, 0);
  EXPECT_EQ(
      run_program(asking_for_all({"report", directory.file("now.json")}, directory, "later")).code,
      0);
  for (const Form& form : forms()) {
    const std::string name = "." + std::string(form.name);
    EXPECT_EQ(content_of(directory.file("now" + name)), content_of(directory.file("later" + name)))
        << form.name;
  }
}

TEST(Report, ends_with_the_code_of_the_results_it_was_given) {
  const TemporaryDirectory directory;
  const std::string json = directory.file("x.json");
  const int code = run_program({"check", "test/wrong", "--json", json}).code;
  EXPECT_EQ(run_program({"report", json, "--quiet"}).code, code);
}

TEST(Report, of_what_is_no_result_is_refused_with_the_place) {
  const TemporaryDirectory directory;
  const ProgramEnd missing = run_program({"report", directory.file("none.json")});
  EXPECT_EQ(missing.code, 2);
  EXPECT_THAT(missing.err, HasSubstr("none.json"));
}

TEST(Report, two_forms_cannot_both_be_standard_output) {
  const ProgramEnd end = run_program({"check", "test/fine", "--json", "-", "--junit", "-"});
  EXPECT_EQ(end.code, 2);
  EXPECT_THAT(end.out, IsEmpty());
  EXPECT_THAT(end.err, HasSubstr("only one form can go to standard output"));
}

}  // namespace
}  // namespace racewindow
