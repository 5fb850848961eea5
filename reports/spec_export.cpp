// SPDX-License-Identifier: Apache-2.0
#include "reports/spec_export.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <string_view>
#include <vector>

#include "reports/text.h"
#include "sim/sql/mutate_tokens.h"

namespace racewindow {
namespace {

// The bound values stand where their parameters stood. A sign would melt with an operator.
std::string with_values(const TraceStatement& statement) {
  const std::string& sql = statement.sql;
  std::string text;
  std::size_t copied = 0;
  for (const Token& token : scan(sql)) {
    if (!token.text.starts_with("$")) continue;
    std::size_t number = 0;
    std::from_chars(token.text.data() + 1, token.text.data() + token.text.size(), number);
    if (number == 0 || number > statement.params.size()) continue;
    const std::string& value = statement.params[number - 1];
    text += sql.substr(copied, token.begin - copied);
    text += value.starts_with("-") ? "(" + value + ")" : value;
    copied = token.end;
  }
  return text + sql.substr(copied);
}

// In a spec a block ends at the first brace, wherever it stands.
std::string block(const std::string& sql, const std::string& where) {
  if (sql.find('}') != sql.npos) throw NoSpec(where + ": a block of a spec has no } in it");
  return "{ " + sql + "; }";
}

class Exporter {
 public:
  Exporter(const Scenario& scenario, const Trace& trace, const ConnectionWatch& connections,
           const std::string& replay_line)
      : scenario_(&scenario),
        trace_(&trace),
        connections_(&connections),
        asked_(scenario.actors.size()) {
    text_ = "# " + replay_line + "\n";
  }

  std::string run() {
    for (const TraceStep& step : trace_->steps) {
      if (!step.of_recovery) add(step);
    }
    require_no_waits();
    write_setup();
    for (const Lane& lane : sessions_) write_session(lane);
    write_reader();
    return text_ + fmt::format("\npermutation {}\n", fmt::join(order_, " "));
  }

 private:
  struct Lane {
    std::size_t actor = 0;
    ConnectionWatch::Connection connection{};
    std::vector<std::string> lines;    // steps and comments
    const TraceStep* waits = nullptr;  // for whom it waits, if it does
    std::size_t last = 0;              // the position in the trace of what it did last
    bool open = false;                 // it has begun a transaction and not ended it
  };

  [[noreturn]] static void refuse(const TraceStep& step, std::string_view why) {
    throw NoSpec(fmt::format("step {} ({}): {}", step.number, step.choice, why));
  }

  void add(const TraceStep& step) {
    constexpr std::array<std::string_view, 6> kOutside = {"external", "receive", "lock",
                                                          "unlock",   "clock",   "start"};
    if (step.kind == "statement" || step.kind == "wait") {
      add_statement(step);
    } else if (std::find(kOutside.begin(), kOutside.end(), step.kind) != kOutside.end()) {
      if (step.operation.empty()) return;
      if (const auto found = latest_of(step.actor_index); found != sessions_.end()) {
        found->lines.push_back(
            fmt::format("# outside of the database: {}", escaped(step.operation)));
      }
    } else {
      refuse(step, fmt::format("a spec cannot say {}", fault(step.kind)));
    }
  }

  static std::string fault(const std::string& kind) {
    if (kind == "time" || kind == "wake") return "that time passes";
    if (kind == "lost") return "that a reply is lost";
    if (kind == "refused") return "that a statement does not arrive";
    if (kind == "late" || kind == "delivery") return "that a statement arrives late";
    if (kind == "crash" || kind == "vanish" || kind == "notice") return "that a host dies";
    if (kind == "drop") return "that the server ends a session";
    return "what a client library does by itself (" + kind + ")";
  }

  void add_statement(const TraceStep& step) {
    if (step.resumed) {
      const auto waiting = std::find_if(sessions_.begin(), sessions_.end(), [&](const Lane& each) {
        return each.actor == step.actor_index && each.waits != nullptr;
      });
      if (waiting == sessions_.end()) refuse(step, "it goes on without having waited");
      go_on(step, *waiting);
      return;
    }
    Lane& lane = lane_of(step);
    if (step.awaited.starts_with("a connection of pool")) refuse(step, "it waits for a pool");
    if (step.error_sqlstate.starts_with("08") || step.error_sqlstate.starts_with("P")) {
      refuse(step, "its error is not the server's: " + step.error_message);
    }
    const std::string name =
        fmt::format("{}{}", static_cast<char>('a' + step.actor_index), step.number);
    std::vector<std::string> statements;
    for (const TraceStatement& statement : step.statements) {
      statements.push_back(with_values(statement));
      note_transaction(statement.sql, lane);
    }
    if (!step.file.empty()) lane.lines.push_back(fmt::format("# {}:{}", step.file, step.line));
    lane.lines.push_back(fmt::format("step {} {}", name,
                                     block(fmt::format("{}", fmt::join(statements, ";\n  ")),
                                           fmt::format("step {}", step.number))));
    order_.push_back(name);
    lane.last = step.number;
    latest_ = step.number;
    if (!step.awaited.empty()) lane.waits = &step;
  }

  static void note_transaction(const std::string& sql, Lane& lane) {
    const std::vector<Token> tokens = scan(sql);
    if (tokens.empty()) return;
    const Token& first = tokens.front();
    if (first.is("BEGIN") || first.is("START")) lane.open = true;
    const bool to_savepoint = tokens.size() > 1 && tokens[1].is("TO");
    for (const char* end : {"COMMIT", "END", "ROLLBACK", "ABORT"}) {
      if (first.is(end) && !to_savepoint) lane.open = false;
    }
  }

  // A spec's step goes on by itself, as soon as it can: there is no other moment to choose.
  void go_on(const TraceStep& step, Lane& lane) {
    std::size_t released = lane.waits->number;
    for (const std::string& blocker : lane.waits->blockers) {
      for (const Lane& each : sessions_) {
        if (scenario_->actors[each.actor].name == blocker) released = std::max(released, each.last);
      }
    }
    if (step.choice.ends_with("victim")) {
      victims_ = true;
      victim_ = step.actor_index;
    } else if (latest_ > released && step.awaited.empty()) {
      refuse(step, "a server lets it go on sooner, right after what it waited for");
    }
    lane.waits = step.awaited.empty() ? nullptr : &step;
    lane.last = step.number;
  }

  void require_no_waits() const {
    for (const Lane& lane : sessions_) {
      if (lane.waits != nullptr) refuse(*lane.waits, "it waits for ever");
    }
  }

  void write_setup() {
    std::vector<std::string> tables;
    std::vector<std::string> schemas;
    for (const std::string& sql : scenario_->schema) {
      text_ += "setup " + block(sql, "the schema") + "\n";
      note_created(sql, tables, schemas);
    }
    for (const TraceStep& step : trace_->steps) {
      for (const TraceStatement& statement : step.statements) {
        note_created(statement.sql, tables, schemas);
      }
    }
    std::string teardown;
    if (!tables.empty()) {
      teardown = fmt::format("DROP TABLE IF EXISTS {} CASCADE", fmt::join(tables, ", "));
    }
    for (const std::string& schema : schemas) {
      teardown +=
          fmt::format("{}DROP SCHEMA IF EXISTS {} CASCADE", teardown.empty() ? "" : "; ", schema);
    }
    if (!teardown.empty()) text_ += "teardown " + block(teardown, "the teardown") + "\n";
  }

  // What CREATE TABLE and CREATE SCHEMA name, each once.
  static void note_created(const std::string& sql, std::vector<std::string>& tables,
                           std::vector<std::string>& schemas) {
    const std::vector<Token> tokens = scan(sql);
    if (tokens.size() < 3 || !tokens[0].is("CREATE")) return;
    const bool is_table = tokens[1].is("TABLE");
    if (!is_table && !tokens[1].is("SCHEMA")) return;
    std::size_t n = tokens[2].is("IF") ? 5 : 2;
    if (n >= tokens.size()) return;
    std::string name(tokens[n].text);
    if (n + 2 < tokens.size() && tokens[n + 1].text == ".")
      name += "." + std::string(tokens[n + 2].text);
    std::vector<std::string>& names = is_table ? tables : schemas;
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  }

  // The lane of the connection on which the actor's next statement goes.
  Lane& lane_of(const TraceStep& step) {
    const std::size_t actor = step.actor_index;
    const ConnectionWatch::Connection connection =
        connections_->connections().at(actor).at(asked_[actor]++);
    const auto found = std::find_if(sessions_.begin(), sessions_.end(), [&](const Lane& lane) {
      return lane.actor == actor && lane.connection == connection;
    });
    if (found != sessions_.end()) return *found;
    sessions_.emplace_back();
    sessions_.back().actor = actor;
    sessions_.back().connection = connection;
    return sessions_.back();
  }

  // Of an actor, the lane that moved last.
  std::vector<Lane>::iterator latest_of(std::size_t actor) {
    auto latest = sessions_.end();
    for (auto lane = sessions_.begin(); lane != sessions_.end(); ++lane) {
      if (lane->actor != actor) continue;
      if (latest == sessions_.end() || latest->last < lane->last) latest = lane;
    }
    return latest;
  }

  [[nodiscard]] std::string name_of(const Lane& lane) const {
    const auto number =
        std::count_if(sessions_.begin(), sessions_.begin() + (&lane - sessions_.data()),
                      [&](const Lane& earlier) { return earlier.actor == lane.actor; });
    const std::string& actor = scenario_->actors[lane.actor].name;
    return number == 0 ? actor : fmt::format("{}, connection {}", actor, number + 1);
  }

  void write_session(const Lane& lane) {
    text_ += fmt::format("\nsession \"{}\"\n", name_of(lane));
    std::vector<std::string> settings;
    if (scenario_->isolation == IsolationLevel::repeatable_read) {
      settings.emplace_back("SET default_transaction_isolation = 'repeatable read'");
    }
    if (victims_) {  // whose timer fires first is the victim
      settings.push_back(
          fmt::format("SET deadlock_timeout = '{}'", lane.actor == victim_ ? "10ms" : "100s"));
    }
    if (!settings.empty()) {
      text_ += "setup " + block(fmt::format("{}", fmt::join(settings, "; ")), "") + "\n";
    }
    for (const std::string& line : lane.lines) text_ += line + "\n";
    if (lane.open) text_ += "teardown { ROLLBACK; }\n";  // or the tables could not be dropped
  }

  void write_reader() {
    std::string steps;
    for (std::size_t n = 0; n < scenario_->views.size(); ++n) {
      const ViewQuery& view = scenario_->views[n];
      if (view.of_env) continue;
      const std::string name = fmt::format("view{}", n + 1);
      steps += fmt::format("# view {}\nstep {} {}\n", view.name, name, block(view.sql, view.name));
      order_.push_back(name);
    }
    if (!steps.empty()) text_ += "\nsession \"what a reader sees\"\n" + steps;
  }

  const Scenario* scenario_;
  const Trace* trace_;
  const ConnectionWatch* connections_;
  std::vector<std::size_t> asked_;  // by actor: its statements so far
  std::vector<Lane> sessions_;      // in the order of their first statements
  std::vector<std::string> order_;
  std::size_t latest_ = 0;  // number of the last step that was launched
  bool victims_ = false;
  std::size_t victim_ = 0;
  std::string text_;
};

}  // namespace

std::string spec_of(const Scenario& scenario, const Trace& trace,
                    const ConnectionWatch& connections, const std::string& replay_line) {
  return Exporter(scenario, trace, connections, replay_line).run();
}

}  // namespace racewindow
