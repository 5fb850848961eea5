// SPDX-License-Identifier: Apache-2.0
#include "sim/part_reader.h"

#include <fmt/format.h>

#include <charconv>
#include <system_error>

#include "sim/schedule.h"

namespace racewindow {

std::string shown(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte < 0x20 || byte > 0x7e ? fmt::format("byte 0x{:02x}", byte) : fmt::format("'{}'", c);
}

bool PartReader::skip(char c) {
  if (at_end() || text_[at_] != c) return false;
  ++at_;
  return true;
}

void PartReader::expect(char c) {
  if (!skip(c)) fail_here(fmt::format("'{}'", c));
}

void PartReader::expect_end(std::string_view expected) {
  if (!at_end()) fail_here(expected);
}

std::string_view PartReader::take_while(bool (*belongs)(char)) {
  const std::size_t start = at_;
  while (!at_end() && belongs(text_[at_])) ++at_;
  return since(start);
}

std::string_view PartReader::take_name(std::string_view expected) {
  const std::string_view name = take_while(is_kebab);
  if (name.empty()) fail_here(expected);
  return name;
}

char PartReader::take_letter() {
  if (at_end() || !is_upper(text_[at_])) fail_here("an actor's letter A to Z or @");
  return text_[at_++];
}

std::int64_t PartReader::take_integer(std::int64_t min, std::int64_t max,
                                      std::string_view expected) {
  const std::size_t start = at_;
  if (min < 0) skip('-');
  take_while(is_digit);
  const std::string_view digits = since(start);
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error == std::errc::invalid_argument) {
    at_ = start;
    fail_here(expected);
  }
  if (error != std::errc() || value < min || value > max || fmt::format("{}", value) != digits) {
    fail_at(start, expected, fmt::format("{}", digits));
  }
  return value;
}

void PartReader::fail_here(std::string_view expected) const {
  fail_at(at_, expected, at_end() ? "the end of the part" : shown(text_[at_]));
}

void PartReader::fail_at(std::size_t at, std::string_view expected, std::string_view seen) const {
  const std::size_t byte = offset_ + at + 1;
  throw BadReplayLine{fmt::format("{}, byte {}: expected {}, seen {}", part_, byte, expected, seen),
                      byte};
}

}  // namespace racewindow
