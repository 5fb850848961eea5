// SPDX-License-Identifier: Apache-2.0
// The text form of schedules and replay lines; the grammar is docs/replay-line.md. Each schedule
// and each line has exactly one text, so that a text which was changed into an equivalent one is
// refused like any other change. Tests: tests/sim_text/schedule_test.cpp.
#include "sim/schedule.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <span>
#include <stdexcept>

#include "sim/nearest.h"
#include "sim/part_reader.h"

namespace racewindow {
namespace {

constexpr std::string_view kVersion = "rw1";
constexpr std::size_t kLetters = 26;
// A replay of more steps than this is no counterexample; a line cannot make us allocate more.
constexpr std::size_t kChoicesMax = 1'000'000;
constexpr std::array<std::string_view, 7> kParts = {
    "version", "scenario", "parameters", "store", "schedule", "fingerprint", "checksum"};

struct Word {
  Choice::Kind kind;
  std::string_view text;
};
// What may follow an actor's letter instead of a repeat count.
constexpr std::array<Word, 12> kWords = {{
    {Choice::Kind::victim, "victim"},
    {Choice::Kind::expire, "expire"},
    {Choice::Kind::lost, "lost"},
    {Choice::Kind::refused, "refused"},
    {Choice::Kind::late, "late"},
    {Choice::Kind::drop, "drop"},
    {Choice::Kind::crash, "crash"},
    {Choice::Kind::crash_late, "crashlate"},
    {Choice::Kind::vanish, "vanish"},
    {Choice::Kind::vanish_late, "vanishlate"},
    {Choice::Kind::deliver, "deliver"},
    {Choice::Kind::notice, "notice"},
}};

struct Unit {
  std::string_view name;
  std::int64_t microseconds;
};
// Largest first. Below a second there is one unit: ms where it suffices, else us.
constexpr std::array<Unit, 5> kUnits = {{
    {"h", 3'600'000'000},
    {"m", 60'000'000},
    {"s", 1'000'000},
    {"ms", 1'000},
    {"us", 1},
}};
constexpr std::size_t kWholeUnits = 3;

char letter_of(std::uint8_t actor) {
  if (actor >= kLetters) throw std::invalid_argument("a schedule names at most 26 actors");
  return static_cast<char>('A' + actor);
}

// CRC-16/CCITT-FALSE: polynomial 0x1021, initial value 0xffff, not reflected. It notices every
// change within 16 neighbouring bits, hence every single character.
std::uint16_t crc16(std::string_view bytes) {
  std::uint32_t crc = 0xffff;
  for (const char c : bytes) {
    crc ^= static_cast<std::uint32_t>(static_cast<unsigned char>(c)) << 8;
    for (int bit = 0; bit < 8; ++bit) {
      crc = (crc & 0x8000U) != 0 ? (crc << 1) ^ 0x1021U : crc << 1;
    }
    crc &= 0xffffU;
  }
  return static_cast<std::uint16_t>(crc);
}

bool is_allowed(char c) {
  return is_kebab(c) || is_upper(c) ||
         std::string_view(":/=,.@+").find(c) != std::string_view::npos;
}

struct Level {
  IsolationLevel level;
  std::string_view name;
};
constexpr std::array<Level, 2> kLevels = {{
    {IsolationLevel::read_committed, "read-committed"},
    {IsolationLevel::repeatable_read, "repeatable-read"},
}};

void parse_parameters(PartReader reader, ReplayLine& line) {
  std::vector<Parameter>& parameters = line.parameters;
  if (reader.whole() == "-") return;
  do {
    const std::size_t start = reader.at();
    const std::string name(reader.take_name("a parameter's name or -"));
    if (std::any_of(parameters.begin(), parameters.end(),
                    [&](const Parameter& earlier) { return earlier.name == name; })) {
      reader.fail_at(start, "each parameter once", "a second " + name);
    }
    reader.expect('=');
    if (name == kIsolation) {
      const std::size_t level_start = reader.at();
      const std::string_view level = reader.take_name("an isolation level");
      line.isolation = isolation_of(level);
      if (!line.isolation) {
        reader.fail_at(level_start, fmt::format("{}", fmt::join(isolation_names(), " or ")), level);
      }
      break;  // it comes last
    }
    using Limits = std::numeric_limits<std::int64_t>;
    const std::int64_t value =
        reader.take_integer(Limits::min(), Limits::max(), "an integer of 64 bits");
    parameters.push_back({name, value});
  } while (reader.skip(','));
  reader.expect_end(line.isolation ? "the end of the part" : "',' or the end of the part");
}

Choice parse_time(PartReader& reader) {
  const std::size_t start = reader.at();
  std::span<const Unit> units = kUnits;  // those that may still follow, so that no sum overflows
  std::int64_t sum = 0;
  do {
    const std::int64_t amount =
        reader.take_integer(0, 999'999'999, "a number of nine digits or less");
    const std::size_t unit_start = reader.at();
    const std::string_view name = reader.take_while(is_lower);
    const auto unit =
        std::find_if(units.begin(), units.end(), [&](const Unit& u) { return u.name == name; });
    if (unit == units.end()) {
      std::vector<std::string_view> names;
      for (const Unit& possible : units) names.push_back(possible.name);
      reader.fail_at(
          unit_start,
          names.empty() ? "no further unit" : fmt::format("a unit of {}", fmt::join(names, ", ")),
          name.empty() ? "none" : name);
    }
    sum += amount * unit->microseconds;
    units = {unit + 1, units.end()};
  } while (!reader.at_end() && reader.whole()[reader.at()] != '.');
  const std::string canonical = offset_text(sum);
  if (reader.since(start) != canonical) {
    reader.fail_at(start, canonical + ", the one text of this offset", reader.since(start));
  }
  return {Choice::Kind::time, 0, sum};
}

// The word of a step on a connection other than the first: Aon2.
constexpr std::string_view kOn = "on";

Choice parse_word(PartReader& reader, std::uint8_t actor) {
  const std::size_t start = reader.at();
  const std::string_view word = reader.take_while(is_lower);
  if (word == kOn) {
    const auto connection =
        static_cast<std::uint8_t>(reader.take_integer(2, 99, "a connection's number from 2 to 99"));
    return {Choice::Kind::run, actor, 0, connection};
  }
  const auto* const found =
      std::find_if(kWords.begin(), kWords.end(), [&](const Word& w) { return w.text == word; });
  if (found == kWords.end()) {
    std::vector<std::string> names;
    for (const Word& known : kWords) names.emplace_back(known.text);
    names.emplace_back(kOn);
    if (word.empty()) reader.fail_here("a repeat count or a word");
    reader.fail_at(start, fmt::format("a repeat count or one of {}", fmt::join(names, ", ")),
                   fmt::format("{}{}", word, did_you_mean(word, names)));
  }
  return {found->kind, actor, 0};
}

Schedule parse_schedule(PartReader reader) {
  Schedule schedule;
  if (reader.whole() == "-") return schedule;
  bool after_run = false;
  do {
    const std::size_t start = reader.at();
    if (reader.skip('@')) {
      schedule.push_back(parse_time(reader));
      after_run = false;
      continue;
    }
    const auto actor = static_cast<std::uint8_t>(reader.take_letter() - 'A');
    if (reader.at_end() || !is_digit(reader.whole()[reader.at()])) {
      schedule.push_back(parse_word(reader, actor));
      after_run = false;
      continue;
    }
    const auto room = static_cast<std::int64_t>(kChoicesMax - schedule.size());
    const std::int64_t count =
        reader.take_integer(1, room, fmt::format("a repeat count from 1 to {}", room));
    if (after_run && schedule.back().actor == actor) {
      reader.fail_at(start, "another actor (the runs of one actor are joined)",
                     fmt::format("{} again", reader.since(start)));
    }
    schedule.insert(schedule.end(), static_cast<std::size_t>(count),
                    Choice{Choice::Kind::run, actor, 0});
    after_run = true;
  } while (reader.skip('.'));
  reader.expect_end("'.' or the end of the part");
  return schedule;
}

std::string parse_scenario(PartReader reader) {
  reader.take_name("the system's name");
  reader.expect('/');
  reader.take_name("the design's name");
  reader.expect('/');
  reader.take_name("the workload's name");
  reader.expect_end("the end of the part");
  return std::string(reader.whole());
}

std::string parse_store(PartReader reader) {
  reader.take_name("a store's name");
  reader.expect_end("the end of the part");
  return std::string(reader.whole());
}

std::string parse_hex(PartReader reader, std::size_t digits) {
  reader.take_while(is_hex);
  reader.expect_end("a digit 0-9 or a-f");
  if (reader.at() != digits) {
    reader.fail_at(0, fmt::format("{} digits 0-9 or a-f", digits), fmt::format("{}", reader.at()));
  }
  return std::string(reader.whole());
}

// The seven parts; the characters of each are of the alphabet.
std::vector<PartReader> split(std::string_view text) {
  std::vector<PartReader> parts;
  std::size_t start = 0;
  for (std::size_t at = 0; at <= text.size(); ++at) {
    const bool ends = at == text.size() || text[at] == ':';
    if (parts.size() == kParts.size()) {
      throw BadReplayLine{fmt::format("byte {}: expected the end of the line after the checksum, "
                                      "seen a further part",
                                      at + 1),
                          at + 1};
    }
    const PartReader part(kParts[parts.size()], text.substr(start, at - start), start);
    if (!ends && !is_allowed(text[at])) {
      part.fail_at(at - start, "one of A-Z a-z 0-9 : / = , . @ + -", shown(text[at]));
    }
    if (!ends) continue;
    if (parts.empty() && part.whole() != kVersion) {
      part.fail_at(0, kVersion, part.whole().empty() ? "nothing" : part.whole());
    }
    parts.push_back(part);
    start = at + 1;
  }
  if (parts.size() < kParts.size()) {
    PartReader(kParts[parts.size()], {}, text.size())
        .fail_at(0, fmt::format("':' and the {}", kParts[parts.size()]),
                 "the end of the line, which was cut short");
  }
  return parts;
}

}  // namespace

std::string offset_text(std::int64_t microseconds) {
  if (microseconds < 0) throw std::invalid_argument("an offset from the start is not negative");
  if (microseconds == 0) return "0s";
  std::string text;
  for (std::size_t n = 0; n < kWholeUnits; ++n) {
    const std::int64_t amount = microseconds / kUnits[n].microseconds;
    microseconds %= kUnits[n].microseconds;
    if (amount > 0) text += fmt::format("{}{}", amount, kUnits[n].name);
  }
  if (microseconds > 0) {
    const Unit& unit = kUnits[microseconds % 1000 == 0 ? kWholeUnits : kWholeUnits + 1];
    text += fmt::format("{}{}", microseconds / unit.microseconds, unit.name);
  }
  return text;
}

std::string_view isolation_name(IsolationLevel level) {
  for (const Level& known : kLevels) {
    if (known.level == level) return known.name;
  }
  throw Broken("unsupported", "an isolation level other than read committed or repeatable read");
}

std::optional<IsolationLevel> isolation_of(std::string_view name) {
  for (const Level& known : kLevels) {
    if (known.name == name) return known.level;
  }
  return std::nullopt;
}

std::vector<std::string> isolation_names() {
  std::vector<std::string> names;
  for (const Level& known : kLevels) names.emplace_back(known.name);
  return names;
}

std::string to_text(const Choice& choice) {
  if (choice.kind == Choice::Kind::time) return "@" + offset_text(choice.offset_us);
  std::string text(1, letter_of(choice.actor));
  if (choice.connection != 0) text += fmt::format("{}{}", kOn, choice.connection);
  for (const Word& word : kWords) {
    if (word.kind == choice.kind) text += word.text;
  }
  return text;
}

std::string to_text(const Schedule& schedule) {
  if (schedule.empty()) return "-";
  std::string text;
  for (std::size_t at = 0; at < schedule.size();) {
    std::size_t count = 1;
    const bool run = schedule[at].kind == Choice::Kind::run && schedule[at].connection == 0;
    while (run && at + count < schedule.size() && schedule[at + count] == schedule[at]) ++count;
    if (at > 0) text += '.';
    text += to_text(schedule[at]);
    if (run) text += fmt::format("{}", count);
    at += count;
  }
  return text;
}

std::string format_replay_line(const ReplayLine& line) {
  std::string parameters;
  for (const Parameter& parameter : line.parameters) {
    parameters +=
        fmt::format("{}{}={}", parameters.empty() ? "" : ",", parameter.name, parameter.value);
  }
  if (line.isolation) {
    parameters += fmt::format("{}{}={}", parameters.empty() ? "" : ",", kIsolation,
                              isolation_name(*line.isolation));
  }
  const std::string guarded = fmt::format("{}:{}:{}:{}:{}:{}", kVersion, line.scenario,
                                          parameters.empty() ? "-" : parameters, line.store,
                                          to_text(line.schedule), line.fingerprint);
  return fmt::format("{}:{:04x}", guarded, crc16(guarded));
}

ReplayLine parse_replay_line(std::string_view text) {
  const std::vector<PartReader> parts = split(text);
  ReplayLine line;
  line.scenario = parse_scenario(parts[1]);
  parse_parameters(parts[2], line);
  line.store = parse_store(parts[3]);
  line.schedule = parse_schedule(parts[4]);
  line.fingerprint = parse_hex(parts[5], 6);
  const std::string checksum = parse_hex(parts[6], 4);
  const std::string_view guarded = text.substr(0, text.rfind(':'));
  const std::string computed = fmt::format("{:04x}", crc16(guarded));
  if (computed != checksum) {
    parts[6].fail_at(0, computed + " for the text before it",
                     checksum + "; some character of the line was changed");
  }
  return line;
}

}  // namespace racewindow
