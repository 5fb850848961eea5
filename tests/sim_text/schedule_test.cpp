// SPDX-License-Identifier: Apache-2.0
#include "sim/schedule.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace racewindow {
namespace {

using Kind = Choice::Kind;

constexpr std::string_view kAlphabet =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789:/=,.@+-";

Choice run(std::uint8_t actor) {
  return {Kind::run, actor, 0};
}

ReplayLine sample() {
  ReplayLine line;
  line.scenario = "portal-push/pre-stage-clear/equal-pushes";
  line.parameters = {{"rows", 2}, {"batch", -1}};
  line.store = "memory";
  line.schedule = {run(1),
                   run(0),
                   run(0),
                   {Kind::lost, 1, 0},
                   {Kind::time, 0, 899'999'999},
                   {Kind::crash_late, 0, 0},
                   run(1)};
  line.fingerprint = "9f31c2";
  return line;
}

// Every line that the property tests and the mutation test work on.
std::vector<std::string> sample_lines() {
  ReplayLine bare = sample();
  bare.parameters.clear();
  bare.schedule.clear();
  bare.store = "sqlite";
  ReplayLine plain = sample();
  plain.parameters = {{"rows", 12}};
  plain.schedule = {run(1)};
  plain.schedule.insert(plain.schedule.end(), 11, run(0));
  plain.schedule.push_back(run(1));
  return {format_replay_line(sample()), format_replay_line(bare), format_replay_line(plain)};
}

bool is_refused(const std::string& text) {
  try {
    (void)parse_replay_line(text);
  } catch (const BadReplayLine& bad) {
    EXPECT_FALSE(bad.message.empty());
    EXPECT_GE(bad.byte, 1U);
    EXPECT_LE(bad.byte, text.size() + 1);
    return true;
  }
  return false;
}

std::string refusal(const std::string& text) {
  try {
    (void)parse_replay_line(text);
  } catch (const BadReplayLine& bad) {
    return bad.message;
  }
  return "accepted";
}

// Reads the schedule alone: the rest of the line is valid up to its checksum, which is judged last.
std::string schedule_refusal(const std::string& schedule) {
  return refusal("rw1:a/b/c:-:memory:" + schedule + ":000000:0000");
}

TEST(ScheduleText, joins_the_runs_of_one_actor_with_a_count) {
  EXPECT_EQ(to_text(Schedule{run(1), run(0), run(0), run(1)}), "B1.A2.B1");
}

TEST(ScheduleText, writes_each_kind_of_choice) {
  EXPECT_EQ(to_text(Schedule{{Kind::lost, 1, 0},
                             {Kind::refused, 1, 0},
                             {Kind::late, 1, 0},
                             {Kind::deliver, 1, 0},
                             {Kind::crash, 0, 0},
                             {Kind::crash_late, 0, 0},
                             {Kind::victim, 1, 0},
                             {Kind::time, 0, 15 * 60'000'000LL}}),
            "Blost.Brefused.Blate.Bdeliver.Acrash.Acrashlate.Bvictim.@15m");
}

TEST(ScheduleText, an_empty_schedule_is_a_dash) {
  EXPECT_EQ(to_text(Schedule{}), "-");
}

TEST(ScheduleText, an_offset_is_the_sum_of_its_units) {
  EXPECT_EQ(offset_text(0), "0s");
  EXPECT_EQ(offset_text(1), "1us");
  EXPECT_EQ(offset_text(1'000), "1ms");
  EXPECT_EQ(offset_text(1'001), "1001us");
  EXPECT_EQ(offset_text(899'999'999), "14m59s999999us");
  EXPECT_EQ(offset_text(90 * 60'000'000LL), "1h30m");
  EXPECT_EQ(offset_text(25 * 3'600'000'000LL + 5), "25h5us");
}

TEST(ReplayLineText, has_seven_parts_and_the_checksum_of_what_precedes_it) {
  // The checksum was computed apart: python3 -c 'import binascii; print("%04x" %
  // binascii.crc_hqx(b"rw1:…:9f31c2", 0xffff))'.
  ReplayLine line = sample();
  line.parameters = {{"rows", 2}};
  line.schedule = {run(1)};
  line.schedule.insert(line.schedule.end(), 8, run(0));
  line.schedule.insert(line.schedule.end(), 2, run(1));
  EXPECT_EQ(format_replay_line(line),
            "rw1:portal-push/pre-stage-clear/equal-pushes:rows=2:memory:B1.A8.B2:9f31c2:e632");
}

TEST(ReplayLineText, what_was_formatted_is_read_back) {
  EXPECT_TRUE(rc::check([] {
    ReplayLine line = sample();
    line.parameters.clear();
    if (*rc::gen::arbitrary<bool>()) {
      line.parameters = {{"rows", *rc::gen::arbitrary<std::int64_t>()},
                         {"n-2", *rc::gen::arbitrary<std::int64_t>()}};
    }
    if (*rc::gen::arbitrary<bool>()) line.isolation = IsolationLevel::repeatable_read;
    line.schedule = *rc::gen::container<Schedule>(
        rc::gen::map(rc::gen::tuple(rc::gen::inRange(0, 9), rc::gen::inRange(0, 26),
                                    rc::gen::inRange<std::int64_t>(0, 1'000'000'000'000)),
                     [](const std::tuple<int, int, std::int64_t>& drawn) {
                       const auto kind = static_cast<Kind>(std::get<0>(drawn));
                       const bool time = kind == Kind::time;
                       return Choice{kind, static_cast<std::uint8_t>(time ? 0 : std::get<1>(drawn)),
                                     time ? std::get<2>(drawn) : 0};
                     }));
    const std::string text = format_replay_line(line);
    const ReplayLine read = parse_replay_line(text);
    RC_ASSERT(read.schedule == line.schedule);
    RC_ASSERT(read.scenario == line.scenario);
    RC_ASSERT(read.parameters == line.parameters);
    RC_ASSERT(read.isolation == line.isolation);
    RC_ASSERT(format_replay_line(read) == text);
  }));
}

TEST(ReplayLineText, an_isolation_level_stands_after_the_parameters) {
  ReplayLine line = sample();
  line.isolation = IsolationLevel::repeatable_read;
  EXPECT_NE(format_replay_line(line).find(":rows=2,batch=-1,isolation=repeatable-read:"),
            std::string::npos);
  line.parameters.clear();
  line.isolation = IsolationLevel::read_committed;
  EXPECT_NE(format_replay_line(line).find(":isolation=read-committed:"), std::string::npos);
}

TEST(ReplayLineText, any_one_character_replaced_is_refused) {
  for (const std::string& line : sample_lines()) {
    for (std::size_t at = 0; at < line.size(); ++at) {
      for (const char other : kAlphabet) {
        if (other == line[at]) continue;
        std::string changed = line;
        changed[at] = other;
        EXPECT_TRUE(is_refused(changed)) << changed;
      }
    }
  }
}

TEST(ReplayLineText, any_one_character_dropped_doubled_or_swapped_is_refused) {
  for (const std::string& line : sample_lines()) {
    for (std::size_t at = 0; at < line.size(); ++at) {
      const std::string dropped = line.substr(0, at) + line.substr(at + 1);
      EXPECT_TRUE(is_refused(dropped)) << dropped;
      const std::string doubled = line.substr(0, at + 1) + line.substr(at);
      EXPECT_TRUE(is_refused(doubled)) << doubled;
      if (at + 1 == line.size() || line[at] == line[at + 1]) continue;
      std::string swapped = line;
      std::swap(swapped[at], swapped[at + 1]);
      EXPECT_TRUE(is_refused(swapped)) << swapped;
    }
  }
}

TEST(ReplayLineText, a_truncated_line_is_refused) {
  for (const std::string& line : sample_lines()) {
    for (std::size_t size = 0; size < line.size(); ++size) {
      EXPECT_TRUE(is_refused(line.substr(0, size))) << line.substr(0, size);
    }
  }
}

TEST(ReplayLineText, a_refusal_names_part_byte_expected_and_seen) {
  EXPECT_EQ(refusal(""), "version, byte 1: expected rw1, seen nothing");
  EXPECT_EQ(refusal("rw2:a/b/c"), "version, byte 1: expected rw1, seen rw2");
  EXPECT_EQ(refusal("rw1:a/b/c"),
            "parameters, byte 10: expected ':' and the parameters, "
            "seen the end of the line, which was cut short");
  EXPECT_EQ(refusal("rw1:a/b/c:-:memory:A1:000000:0000:x"),
            "byte 35: expected the end of the line after the checksum, seen a further part");
  EXPECT_EQ(refusal("rw1:a/b:-:memory:A1:000000:0000"),
            "scenario, byte 8: expected '/', seen the end of the part");
  EXPECT_EQ(refusal("rw1:a/b/c:rows=02:memory:A1:000000:0000"),
            "parameters, byte 16: expected an integer of 64 bits, seen 02");
  EXPECT_EQ(refusal("rw1:a/b/c:n=1,n=1:memory:A1:000000:0000"),
            "parameters, byte 15: expected each parameter once, seen a second n");
  EXPECT_EQ(refusal("rw1:a/b/c:isolation=snapshot:memory:A1:000000:0000"),
            "parameters, byte 21: expected read-committed or repeatable-read, seen snapshot");
  EXPECT_EQ(refusal("rw1:a/b/c:isolation=repeatable-read,n=1:memory:A1:000000:0000"),
            "parameters, byte 36: expected the end of the part, seen ','");
  EXPECT_EQ(refusal("rw1:a/b/c:-:Memory:A1:000000:0000"),
            "store, byte 13: expected a store's name, seen 'M'");
  EXPECT_EQ(refusal("rw1:a/b/c:-:memory:A1:00000:0000"),
            "fingerprint, byte 23: expected 6 digits 0-9 or a-f, seen 5");
  EXPECT_EQ(refusal("rw1:a/b/c:-:mem ory:A1:000000:0000"),
            "store, byte 16: expected one of A-Z a-z 0-9 : / = , . @ + -, seen ' '");
  EXPECT_EQ(refusal("rw1:a/b/c:-:memory:A1:000000:0000\n"),
            "checksum, byte 34: expected one of A-Z a-z 0-9 : / = , . @ + -, seen byte 0x0a");
}

TEST(ReplayLineText, only_the_canonical_schedule_is_accepted) {
  EXPECT_EQ(schedule_refusal("A1.A2"),
            "schedule, byte 23: expected another actor (the runs of one actor are joined), "
            "seen A2 again");
  EXPECT_EQ(schedule_refusal("A"),
            "schedule, byte 21: expected a repeat count or a word, seen the end of the part");
  EXPECT_EQ(schedule_refusal("A0"),
            "schedule, byte 21: expected a repeat count from 1 to 1000000, seen 0");
  EXPECT_EQ(schedule_refusal("A999999.B2"),
            "schedule, byte 29: expected a repeat count from 1 to 1, seen 2");
  EXPECT_EQ(schedule_refusal("A1."),
            "schedule, byte 23: expected an actor's letter A to Z or @, seen the end of the part");
  EXPECT_EQ(
      schedule_refusal("Acrahs"),
      "schedule, byte 21: expected a repeat count or one of victim, expire, lost, refused, "
      "late, drop, crash, crashlate, vanish, vanishlate, deliver, notice, on, seen crahs; did "
      "you mean crash?");
  EXPECT_EQ(schedule_refusal("Aon1"),
            "schedule, byte 23: expected a connection's number from 2 to 99, seen 1");
  EXPECT_EQ(schedule_refusal("@60m"),
            "schedule, byte 21: expected 1h, the one text of this offset, seen 60m");
  EXPECT_EQ(schedule_refusal("@1000us"),
            "schedule, byte 21: expected 1ms, the one text of this offset, seen 1000us");
  EXPECT_EQ(schedule_refusal("@1s1m"), "schedule, byte 24: expected a unit of ms, us, seen m");
  EXPECT_EQ(schedule_refusal("@15"),
            "schedule, byte 23: expected a unit of h, m, s, ms, us, seen none");
  EXPECT_EQ(schedule_refusal("A1-"),
            "schedule, byte 22: expected '.' or the end of the part, seen '-'");
}

TEST(ReplayLineText, a_changed_digit_is_found_by_the_checksum) {
  std::string line = sample_lines()[2];
  const std::size_t at = line.find("A11");
  line[at + 2] = '2';
  EXPECT_NE(refusal(line).find("some character of the line was changed"), std::string::npos);
}

}  // namespace
}  // namespace racewindow
