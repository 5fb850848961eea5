// SPDX-License-Identifier: Apache-2.0
#include "sim/sql/mutate_cuts.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <optional>

namespace racewindow {
namespace {

using Json = nlohmann::json;

// What can follow a condition, at its own depth.
constexpr std::array<std::string_view, 28> kEnds = {
    "WHERE", "GROUP", "HAVING", "WINDOW",    "ORDER",  "LIMIT",     "OFFSET",
    "FETCH", "FOR",   "UNION",  "INTERSECT", "EXCEPT", "RETURNING", "JOIN",
    "INNER", "LEFT",  "RIGHT",  "FULL",      "CROSS",  "NATURAL",   "ON",
    "DO",    "OR",    "WHEN",   "THEN",      "ELSE",   "END",       ";"};
// What can come before one.
constexpr std::array<std::string_view, 6> kBegins = {"WHERE", "ON", "HAVING",
                                                     "WHEN",  "OR", "SELECT"};

template <std::size_t N>
bool is_one_of(const Token& token, const std::array<std::string_view, N>& words) {
  return std::any_of(words.begin(), words.end(),
                     [&](std::string_view word) { return token.is(word); });
}

// The first and the last place that the tree names in a construct.
struct Extent {
  std::optional<std::size_t> first;
  std::optional<std::size_t> last;

  void add(const Json& node) {
    if (!node.is_structured()) return;
    if (node.is_object()) {
      const auto place = node.find("location");
      if (place != node.end() && place->is_number_unsigned()) {
        const auto location = place->get<std::size_t>();
        first = std::min(first.value_or(location), location);
        last = std::max(last.value_or(location), location);
      }
    }
    for (const Json& child : node) add(child);
  }
};

Extent extent_of(const Json& node) {
  Extent extent;
  extent.add(node);
  return extent;
}

}  // namespace

Cuts::Cuts(std::string_view text) : tokens_(scan(text)) {}

std::size_t Cuts::at(std::size_t location) const {
  const auto found = std::find_if(tokens_.begin(), tokens_.end(),
                                  [&](const Token& token) { return token.begin >= location; });
  return static_cast<std::size_t>(found - tokens_.begin());
}

Cut Cuts::with_blanks(std::size_t n, std::size_t end) const {
  if (n >= end) return {};
  const std::size_t begin = n == 0 ? tokens_[n].begin : tokens_[n - 1].end;
  return {begin, tokens_[end - 1].end};
}

Cut Cuts::token(std::size_t location) const {
  const std::size_t n = at(location);
  return n == tokens_.size() ? Cut{} : Cut{tokens_[n].begin, tokens_[n].end};
}

Cut Cuts::name(std::size_t location, std::string_view name) const {
  for (std::size_t n = at(location); n < tokens_.size(); ++n) {
    if (tokens_[n].is(name)) return {tokens_[n].begin, tokens_[n].end};
  }
  return {};
}

Cut Cuts::call(std::size_t location) const {
  const std::size_t begin = at(location);
  for (std::size_t n = begin; n < tokens_.size(); ++n) {
    if (tokens_[n].text == ")" && tokens_[n].depth == tokens_[begin].depth) {
      return {tokens_[begin].begin, tokens_[n].end};
    }
  }
  return {};
}

std::size_t Cuts::clause_end(std::size_t n) const {
  std::size_t end = n + 1;
  while (end < tokens_.size() && tokens_[end].depth >= tokens_[n].depth &&
         (tokens_[end].depth > tokens_[n].depth || !is_one_of(tokens_[end], kEnds))) {
    ++end;
  }
  return end;
}

std::size_t Cuts::joint(const Json& before, const Json& after) const {
  const Extent left = extent_of(before);
  const Extent right = extent_of(after);
  std::size_t n = at(left.last.value_or(0));
  while (n < tokens_.size() && tokens_[n].begin < right.first.value_or(0) &&
         !tokens_[n].is("AND")) {
    ++n;
  }
  return n;
}

Cut Cuts::conjunct(const Json& args, std::size_t n) const {
  if (n == 0) {
    const std::size_t after = joint(args.at(0), args.at(1));
    if (after + 1 >= tokens_.size()) return {};
    std::size_t begin = after;
    while (begin > 0 && tokens_[begin - 1].depth >= tokens_[after].depth &&
           (tokens_[begin - 1].depth > tokens_[after].depth ||
            !is_one_of(tokens_[begin - 1], kBegins))) {
      --begin;
    }
    return {tokens_[begin].begin, tokens_[after + 1].begin};
  }
  const std::size_t before = joint(args.at(n - 1), args.at(n));
  if (before >= tokens_.size()) return {};
  std::size_t end = clause_end(before);
  if (n + 1 < args.size()) end = std::min(end, joint(args.at(n), args.at(n + 1)));
  return with_blanks(before, end);
}

Cut Cuts::without_first(const Cut& cut) const {
  const std::size_t second = at(cut.begin) + 1;
  return second < tokens_.size() ? Cut{tokens_[second].begin, cut.end} : Cut{};
}

Cut Cuts::member(const Json& args, std::size_t n) const {
  const Cut joined = conjunct(args, n);
  if (n > 0) return without_first(joined);
  const std::size_t next = at(joined.end);  // the joint is the token before it
  return next < 2 ? Cut{} : Cut{joined.begin, tokens_[next - 2].end};
}

Cut Cuts::where(const Json& condition) const {
  for (std::size_t n = at(extent_of(condition).first.value_or(0)); n > 0; --n) {
    if (tokens_[n - 1].is("WHERE")) return with_blanks(n - 1, clause_end(n - 1));
  }
  return {};
}

Cut Cuts::on_conflict(std::size_t location) const {
  const std::size_t begin = at(location);
  std::size_t end = begin;
  while (end < tokens_.size() && tokens_[end].depth >= tokens_[begin].depth &&
         !tokens_[end].is("RETURNING") && tokens_[end].text != ";") {
    ++end;
  }
  return with_blanks(begin, end);
}

std::vector<Cut> Cuts::row_locks() const {
  constexpr std::array<std::string_view, 4> kStrengths = {"UPDATE", "SHARE", "NO", "KEY"};
  std::vector<Cut> cuts;
  for (std::size_t n = 0; n + 1 < tokens_.size(); ++n) {
    if (tokens_[n].is("FOR") && is_one_of(tokens_[n + 1], kStrengths)) {
      cuts.push_back(with_blanks(n, clause_end(n)));
    }
  }
  return cuts;
}

}  // namespace racewindow
