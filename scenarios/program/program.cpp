// SPDX-License-Identifier: Apache-2.0
#include "scenarios/program/program.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "reports/forms.h"
#include "reports/text.h"
#include "scenarios/program/commands.h"
#include "scenarios/program/exit_code.h"
#include "scenarios/program/usage.h"
#include "sim/nearest.h"
#include "sim/schedule.h"
#include "sim/store/postgres/connection.h"

namespace racewindow {
namespace {

constexpr const char* kExitCodes =
    "Exit codes: 0 all as expected; 1 a verdict other than expected; 2 bad usage or input;\n"
    "3 inconclusive or vacuous; 4 broken scenario; 70 an internal error.\n"
    "When several apply: 70, 2, 4, 1, 3, 0.";

const std::vector<std::string> kStores = {"memory", "sqlite"};
const std::vector<std::string> kLevels = isolation_names();
const std::vector<std::string> kColors = {"auto", "always", "never"};

// An option whose text is read by `take`, which throws UsageError.
void add_value(CLI::App& app, const std::string& name, const std::string& meaning,
               std::function<void(const std::string&)> take, const std::string& type) {
  app.add_option_function<std::string>(name, std::move(take), meaning)->type_name(type);
}

void add_choice(CLI::App& app, const std::string& name, std::string& into,
                const std::vector<std::string>& choices, const std::string& meaning) {
  add_value(
      app, name, meaning,
      [&into, &choices, name](const std::string& text) {
        require_choice(name, text, choices);
        into = text;
      },
      fmt::format("{}", fmt::join(choices, "|")));
}

// `into` is a number or an optional one.
template <class Number>
void add_number(CLI::App& app, const std::string& name, Number& into, const std::string& meaning,
                std::uint64_t (*parse)(std::string_view, const std::string&)) {
  add_value(
      app, name, meaning,
      [&into, name, parse](const std::string& text) { into = parse(name, text); }, "N");
}

void add_hang_seconds(CLI::App& app, double& into) {
  add_value(
      app, "--hang-seconds",
      "treat an actor that goes on for N seconds without a statement as hung, and a scenario that "
      "gets nowhere for ten times as long (default 10)",
      [&into](const std::string& text) { into = parse_seconds("--hang-seconds", text); }, "N");
}

void add_limits(CLI::App& app, LimitOptions& limits) {
  add_number(app, "--max-executions", limits.executions_max, "stop after N executions",
             parse_limit);
  add_number(app, "--max-steps", limits.steps_max, "stop after N steps (checked every 4096 steps)",
             parse_limit);
  add_value(
      app, "--max-memory",
      "stop when the state cache takes more than SIZE, such as 512M or 2G (checked every 4096 "
      "steps)",
      [&limits](const std::string& text) {
        limits.memory_max_bytes = parse_memory("--max-memory", text);
      },
      "SIZE");
  add_value(
      app, "--max-seconds", "stop after N seconds",
      [&limits](const std::string& text) {
        limits.seconds_max = parse_seconds("--max-seconds", text);
      },
      "N");
  add_hang_seconds(app, limits.hang_seconds);
}

Parameter parse_setting(const std::string& text) {
  const std::size_t equals = text.find('=');
  Parameter parameter{text.substr(0, equals), 0};
  const char* const end = text.data() + text.size();
  const char* const digits = equals == std::string::npos ? end : text.data() + equals + 1;
  const auto [at, error] = std::from_chars(digits, end, parameter.value);
  if (error != std::errc() || at != end || parameter.name.empty()) {
    throw UsageError(
        fmt::format("--set: expected name=value with a whole number, seen '{}'", escaped(text)));
  }
  return parameter;
}

void add_settings(CLI::App& app, std::vector<Parameter>& parameters) {
  app.add_option_function<std::vector<std::string>>(
         "--set",
         [&parameters](const std::vector<std::string>& texts) {
           for (const std::string& text : texts) parameters.push_back(parse_setting(text));
         },
         "build scenarios with this value of a parameter; may be given several times")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false);
}

void add_color(CLI::App& app, std::string& color) {
  add_choice(app, "--color", color, kColors,
             "colour in reports; auto: on a terminal, unless NO_COLOR is set");
}

// Of what is no set of results.
std::span<const Form> only_json() {
  return forms().first(1);
}

void add_output(CLI::App& app, OutputOptions& output, std::span<const Form> written,
                const std::string& quiet) {
  for (const Form& form : written) {
    const std::string name(form.name);
    add_value(
        app, "--" + name, fmt::format("write {}; - is standard output", form.meaning),
        [&output, name](const std::string& text) {
          output.forms[name] = parse_file_name("--" + name, text);
        },
        "FILE");
  }
  app.add_flag("--quiet", output.quiet, quiet);
  add_color(app, output.color);
}

void add_verbose(CLI::App& app, OutputOptions& output) {
  app.add_flag("--verbose", output.verbose,
               "print executions whole: statements, values and rows uncut, and the tables at the "
               "start and wherever a step changed them");
}

// "; did you mean …?" for the first word of the command line that is no subcommand or option.
std::string nearest_hint(const CLI::App& app, const std::vector<std::string>& words) {
  const CLI::App* current = &app;
  for (const std::string& word : words) {
    if (word.starts_with("-")) {
      std::vector<std::string> names;
      for (const CLI::Option* option : current->get_options()) {
        for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
      }
      const std::string name = word.substr(0, word.find('='));
      if (std::find(names.begin(), names.end(), name) == names.end()) {
        return did_you_mean(name, names);
      }
    } else if (current == &app) {
      std::vector<std::string> names;
      for (const CLI::App* subcommand : app.get_subcommands(nullptr)) {
        names.push_back(subcommand->get_name());
        if (names.back() == word) current = subcommand;
      }
      if (current == &app) {
        return fmt::format("; expected {}{}", fmt::join(names, ", "), did_you_mean(word, names));
      }
    }
  }
  return "";
}

// The command line and what its words were read into.
class CommandLine {
 public:
  CommandLine(const std::string& program, const Registry& registry)
      : app_("Explores every interleaving of database guards and checks what must hold.", program) {
    check_.output.program = program;
    explore_.output.program = program;
    mutate_.output.program = program;
    report_.output.program = program;
    review_.program = program;
    app_.footer(kExitCodes);
    app_.set_version_flag("--version", "racewindow " RACEWINDOW_VERSION);
    app_.require_subcommand(1);

    CLI::App& list = add("list", "scenarios, designs, expected verdicts",
                         [&] { return list_command(list_, registry); });
    list.add_option("PATTERN", list_.pattern,
                    "an id, its first parts, or a pattern with * (default: all)");
    add_color(list, list_.color);

    CLI::App& check = add("check", "the CI gate: is every property as expected?",
                          [&] { return check_command(check_, registry); });
    check.add_option(
        "PATTERN", check_.patterns,
        "ids, their first parts, or patterns with *, or specs: FILE.spec (default: all ids)");
    add_choice(check, "--store", check_.store, kStores,
               "only on this store (default: all that a scenario supports)");
    add_settings(check, check_.parameters);
    add_limits(check, check_.limits);
    add_output(check, check_.output, forms(),
               "print only what is not as expected, and the summary");
    add_verbose(check, check_.output);

    CLI::App& explore = add("explore", "look further into one scenario",
                            [&] { return explore_command(explore_, registry); });
    explore
        .add_option("SCENARIO", explore_.scenario,
                    "its id, or an isolation spec: FILE.spec (docs/explore-spec.md)")
        ->required();
    add_choice(explore, "--store", explore_.store, kStores,
               "default: the first that the scenario supports");
    add_choice(explore, "--isolation", explore_.isolation, kLevels,
               "of every session (default: the scenario's own, mostly read-committed)");
    add_choice(explore, "--strategy", explore_.strategy, strategy_names(),
               "which schedules are explored (default: exhaustive)");
    add_number(explore, "--preemptions", explore_.preemptions,
               "with --strategy exhaustive or naive: only schedules with at most N switches away "
               "from an actor that could have gone on",
               parse_count);
    explore.add_flag("--sleep-sets", explore_.sleep_sets,
                     "with --strategy exhaustive: leave out steps that only swap independent ones "
                     "(interleavings are then not counted)");
    add_number(explore, "--runs", explore_.runs,
               "of strategies that draw lots: how many executions (default 1000)", parse_limit);
    add_number(explore, "--seed", explore_.seed,
               "of strategies that draw lots: where the random numbers begin (default 1)",
               parse_count);
    add_settings(explore, explore_.parameters);
    add_limits(explore, explore_.limits);
    add_output(explore, explore_.output, forms(),
               "print only what is not as expected, and the summary");
    add_verbose(explore, explore_.output);

    CLI::App& replay = add("replay", "one execution, step by step",
                           [&] { return replay_command(replay_, registry); });
    replay.add_option("LINE|FILE", replay_.what, "a replay line, or the JSON of check or explore")
        ->required();
    add_value(
        replay, "--spec", "the isolation spec that the line's scenario was read from",
        [this](const std::string& text) { replay_.spec_file = parse_file_name("--spec", text); },
        "FILE");
    add_value(
        replay, "--spec-out",
        "write the schedule as an isolation spec with this one permutation (docs/spec.md)",
        [this](const std::string& text) { replay_.spec_out = parse_file_name("--spec-out", text); },
        "FILE");
    add_hang_seconds(replay, replay_.hang_seconds);
    add_output(replay, replay_.output, only_json(), "print only replays that are not as expected");
    add_verbose(replay, replay_.output);

    CLI::App& mutate = add("mutate", "change a guard's statements one at a time: what notices?",
                           [&] { return mutate_command(mutate_, registry); });
    mutate
        .add_option("PATTERN", mutate_.patterns,
                    "ids, their first parts, or patterns with *, or specs: FILE.spec "
                    "(docs/mutation.md)")
        ->required();
    add_choice(mutate, "--store", mutate_.store, kStores,
               "default: the first that a design supports");
    add_settings(mutate, mutate_.parameters);
    add_limits(mutate, mutate_.limits);
    add_output(mutate, mutate_.output, only_json(), "show no progress");

    CLI::App& report = add("report", "the forms of results that were saved as JSON",
                           [&] { return report_command(report_); });
    report.add_option("FILE", report_.files, "JSON of check or explore; the results are joined")
        ->required();
    add_output(report, report_.output, forms(),
               "print only what is not as expected, and the summary");
    add_verbose(report, report_.output);

    CLI::App& review = add("review", "evidence for a design review: designs side by side",
                           [&] { return review_command(review_, registry); });
    review.add_option("SYSTEM", review_.system, "the first part of its scenarios' ids")->required();
    add_choice(review, "--store", review_.store, kStores, "default: memory");
    review.add_flag("!--no-mutation", review_.mutates, "leave out what mutants show");
    add_limits(review, review_.limits);
    add_value(
        review, "--markdown", "write it to this file (default: standard output)",
        [this](const std::string& text) { review_.markdown = parse_file_name("--markdown", text); },
        "FILE");
    add_value(
        review, "--html", "… and as a page to this one",
        [this](const std::string& text) { review_.html = parse_file_name("--html", text); },
        "FILE");
    review.add_flag("--quiet", review_.quiet, "show no progress");

    CLI::App& spec =
        add("spec", "run PostgreSQL isolation specs", [&] { return spec_command(spec_); });
    spec.add_option("FILE", spec_.files, "isolation specs (docs/spec.md)")->required();
    spec.add_option("--store", spec_.store,
                    "memory (the default), postgres (a private server), postgres:CONNECTION")
        ->type_name("STORE");
    spec.add_option("--expected", spec_.expected,
                    "compare the output with this file, or with those of this directory")
        ->type_name("FILE|DIR");

    CLI::App& conform = add("conform", "hold the memory store to a real PostgreSQL 15",
                            [&] { return conform_command(conform_, registry); });
    conform.add_option("PATTERN|FILE", conform_.what,
                       "scenarios, or isolation specs (names that end in .spec) (default: all "
                       "scenarios)");
    conform
        .add_option("--store", conform_.store,
                    "postgres (the default, a private server); for specs also postgres:CONNECTION")
        ->type_name("STORE");
    add_choice(conform, "--isolation", conform_.isolation, kLevels,
               "of every session of a scenario (default: the scenario's own)");
    conform.add_flag("--interleavings", conform_.interleavings,
                     "every interleaving of the sessions of a spec, every step of a scenario in "
                     "every state");
    add_number(conform, "--runs", conform_.runs,
               "N interleavings at random (default: of a scenario 20, of a spec those it lists)",
               parse_limit);
    add_number(conform, "--seed", conform_.seed, "where the random numbers begin (default 1)",
               parse_count);
  }

  int run(int argc, const char* const* argv) {
    try {
      app_.parse(argc, argv);
    } catch (const CLI::Success& success) {  // --help, --version
      return app_.exit(success);
    } catch (const CLI::ParseError& error) {
      const std::vector<std::string> words(argv + 1, argv + argc);
      std::string message = escaped(error.what());
      throw UsageError(message + nearest_hint(app_, words));
    }
    return command_();
  }

 private:
  CLI::App& add(const std::string& name, const std::string& meaning, std::function<int()> command) {
    CLI::App& subcommand = *app_.add_subcommand(name, meaning);
    subcommand.footer(kExitCodes);
    subcommand.callback([this, command = std::move(command)] { command_ = command; });
    return subcommand;
  }

  CLI::App app_;
  std::function<int()> command_;
  ListOptions list_;
  CheckOptions check_;
  ExploreCommandOptions explore_;
  ReplayOptions replay_;
  MutateOptions mutate_;
  ReportOptions report_;
  ReviewOptions review_;
  SpecOptions spec_;
  ConformOptions conform_;
};

// A person's own program built on racewindow::main has another name than ours.
std::string program_name(int argc, const char* const* argv) {
  const std::string name = argc > 0 ? std::filesystem::path(argv[0]).filename().string() : "";
  return name.empty() ? "racewindow" : name;
}

// A report that could not be written was not made.
int after_flush(int code) {
  const bool written = std::fflush(stdout) == 0 && std::ferror(stdout) == 0;
  if (written) return code;
  std::fputs("racewindow: cannot write to standard output\n", stderr);
  return worse(code, kExitInternal);
}

}  // namespace

int racewindow_main(int argc, const char* const* argv, const Registry& registry) {
  try {
    return after_flush(CommandLine(program_name(argc, argv), registry).run(argc, argv));
  } catch (const UsageError& error) {
    fmt::print(stderr, "racewindow: {}\n", error.what());
    return kExitUsage;
  } catch (const ServerError& error) {
    fmt::print(stderr, "racewindow: {}\n", escaped(error.what()));
    return kExitUsage;
  } catch (const std::exception& error) {
    fmt::print(stderr, "racewindow: internal error: {}\n", escaped(error.what()));
    return kExitInternal;
  }
}

}  // namespace racewindow
