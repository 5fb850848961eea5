// SPDX-License-Identifier: Apache-2.0
#include "sim/spec/directives.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>
#include <string_view>
#include <utility>

#include "sim/nearest.h"
#include "sim/spec/read_spec.h"

namespace racewindow {
namespace {

constexpr std::string_view kBlanks = " \t\f";
const std::vector<std::string> kMark = {"racewindow"};
const std::vector<std::string> kKeywords = {"view",  "invariant", "final", "milestone",
                                            "allow", "faults",    "expect"};

// A piece of a comment, and where it begins in it.
struct Piece {
  std::string text;
  std::size_t at = 0;
};

// Reads one comment from left to right.
class CommentReader {
 public:
  explicit CommentReader(const SpecComment& comment) : comment_(&comment) {}

  // Up to the next blank, colon or equals sign; empty where there is none before it.
  Piece word() {
    skip_blanks();
    const std::size_t from = at_;
    at_ = std::min(text().find_first_of(" \t\f:=", at_), text().size());
    return {text().substr(from, at_ - from), from};
  }
  // All that is left, without the blanks at its end.
  Piece rest() {
    skip_blanks();
    std::string left = text().substr(at_);
    left.resize(left.find_last_not_of(kBlanks) + 1);
    return {std::move(left), std::exchange(at_, text().size())};
  }
  bool take(char c) {
    skip_blanks();
    if (at_end() || text()[at_] != c) return false;
    ++at_;
    return true;
  }
  void require(char c) {
    if (!take(c)) fail(fmt::format("\"{}\"", c), rest());
  }
  bool at_end() {
    skip_blanks();
    return at_ == text().size();
  }

  [[nodiscard]] SpecPlace place(const Piece& piece) const {
    SpecPlace place = comment_->place;  // of the #
    ++place.column;
    for (const char c : text().substr(0, piece.at)) {
      if ((static_cast<unsigned char>(c) & 0xC0U) != 0x80U) ++place.column;
    }
    return place;
  }
  [[noreturn]] void fail(std::string_view expected, const Piece& seen,
                         std::span<const std::string> choices = {}) const {
    const std::string what = seen.text.empty() ? "nothing" : fmt::format("\"{}\"", seen.text);
    throw BadSpec(place(seen), fmt::format("expected {}, seen {}{}", expected, what,
                                           did_you_mean(seen.text, choices)));
  }

 private:
  [[nodiscard]] const std::string& text() const { return comment_->text; }
  void skip_blanks() { at_ = std::min(text().find_first_not_of(kBlanks, at_), text().size()); }

  const SpecComment* comment_;
  std::size_t at_ = 0;
};

bool is_among(const std::string& word, std::span<const std::string> words) {
  return std::ranges::find(words, word) != words.end();
}

// Only with lower-case letters: so names are safe in file names and shells.
bool is_name(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
  });
}

bool is_sqlstate(std::string_view text) {
  return text.size() == 5 && std::ranges::all_of(text, [](char c) {
           return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
         });
}

// A comment that was meant as a directive must not pass as prose.
bool is_directive(CommentReader& reader) {
  const Piece mark = reader.word();
  const bool has_colon = reader.take(':');
  if (has_colon && is_among(mark.text, kMark)) return true;
  const bool is_near = !nearest_name(mark.text, kMark).empty();
  if (is_near && (has_colon || is_among(reader.word().text, kKeywords))) {
    reader.fail("\"racewindow:\"", mark);
  }
  return false;
}

// One method a directive, each for what follows the keyword.
class DirectivesReader {
 public:
  Directives read(const Spec& spec) {
    for (const SpecComment& comment : spec.comments) {
      CommentReader reader(comment);
      if (is_directive(reader)) directive(reader);
    }
    for (const auto& [reader, property] : expected_) {
      if (!is_among(property.text, properties_)) {
        reader.fail("the name of a property", property, properties_);
      }
    }
    return std::move(directives_);
  }

 private:
  void directive(CommentReader& reader) {
    const Piece keyword = reader.word();
    if (keyword.text == "view") {
      named(reader, directives_.views);
    } else if (keyword.text == "invariant") {
      property(reader, directives_.invariants);
    } else if (keyword.text == "final") {
      property(reader, directives_.finals);
    } else if (keyword.text == "milestone") {
      named(reader, directives_.milestones);
    } else if (keyword.text == "allow") {
      allow(reader);
    } else if (keyword.text == "faults") {
      faults(reader);
    } else if (keyword.text == "expect") {
      expect(reader);
    } else {
      reader.fail(fmt::format("one of {}", fmt::join(kKeywords, ", ")), keyword, kKeywords);
    }
  }

  void named(CommentReader& reader, std::vector<NamedSql>& list) {
    const Piece name = reader.word();
    if (!is_name(name.text)) reader.fail("a name of a-z, 0-9 and -", name);
    if (is_among(name.text, names_)) reader.fail("a name that is not taken", name);
    names_.push_back(name.text);
    reader.require(':');
    const Piece sql = reader.rest();
    if (sql.text.empty()) reader.fail("SQL", sql);
    list.push_back({name.text, sql.text, reader.place(sql)});
  }

  void property(CommentReader& reader, std::vector<NamedSql>& list) {
    named(reader, list);
    properties_.push_back(list.back().name);
  }

  void allow(CommentReader& reader) {
    do {
      const Piece state = reader.word();
      if (!is_sqlstate(state.text)) reader.fail("an SQLSTATE such as 40001", state);
      directives_.allowed.push_back(state.text);
    } while (!reader.at_end());
  }

  void faults(CommentReader& reader) {
    static const std::vector<std::string> kFaults = {"crashes", "lost",  "refused",
                                                     "late",    "drops", "vanishes"};
    FaultBudget& budget = directives_.faults;
    const std::array<std::uint8_t*, 6> fields = {&budget.crashes, &budget.lost,  &budget.refused,
                                                 &budget.late,    &budget.drops, &budget.vanishes};
    do {
      const Piece fault = reader.word();
      const auto found = std::ranges::find(kFaults, fault.text);
      if (found == kFaults.end()) {
        reader.fail(fmt::format("one of {}", fmt::join(kFaults, ", ")), fault, kFaults);
      }
      reader.require('=');
      const Piece number = reader.word();
      if (number.text.size() != 1 || number.text[0] < '1' || number.text[0] > '4') {
        reader.fail("a number from 1 to 4", number);
      }
      *fields[static_cast<std::size_t>(found - kFaults.begin())] =
          static_cast<std::uint8_t>(number.text[0] - '0');
    } while (!reader.at_end());
  }

  void expect(CommentReader& reader) {
    static const std::vector<std::string> kVerdicts = {"holds", "violated"};
    const Piece property = reader.word();
    reader.require(':');
    const Piece verdict = reader.word();
    if (!is_among(verdict.text, kVerdicts)) reader.fail("holds or violated", verdict, kVerdicts);
    Expectation expectation{property.text, Verdict::holds, ""};
    if (verdict.text == "violated") expectation.verdict = Verdict::violated;
    if (!reader.at_end()) {
      const Piece because = reader.word();
      if (because.text != "because") reader.fail("\"because\" or nothing", because);
      expectation.why = reader.rest().text;
    }
    directives_.expectations.push_back(std::move(expectation));
    expected_.emplace_back(reader, property);
  }

  Directives directives_;
  std::vector<std::string> properties_ = {std::string(kNotStuck), std::string(kNoErrors)};
  std::vector<std::string> names_ = properties_;
  std::vector<std::pair<CommentReader, Piece>> expected_;  // they may come before the property
};

}  // namespace

Directives read_directives(const Spec& spec) {
  return DirectivesReader().read(spec);
}

}  // namespace racewindow
