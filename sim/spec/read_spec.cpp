// SPDX-License-Identifier: Apache-2.0
#include "sim/spec/read_spec.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <utility>

#include "sim/spec/spec_scanner.h"

namespace racewindow {
namespace {

using Kind = SpecToken::Kind;

std::string describe(const SpecToken& token) {
  switch (token.kind) {
    case Kind::block:
      return "an SQL block";
    case Kind::end:
      return "the end of the file";
    default:
      return fmt::format("\"{}\"", token.text);
  }
}

// Recursive descent over specparse.y's grammar: one method a rule. Names in permutations may refer
// to what comes later, so they are looked up as their rule ends.
class SpecReader {
 public:
  explicit SpecReader(std::string_view text) : scanner_(text), token_(scanner_.next()) {}

  Spec read() {
    while (is_keyword("setup")) spec_.setups.push_back(keyword_block());
    spec_.teardown = optional_block("teardown");
    require_keyword("session");
    while (is_keyword("session")) session();
    while (is_keyword("permutation")) permutation();
    if (token_.kind != Kind::end) {
      fail(spec_.permutations.empty() ? "\"step\", \"teardown\", \"session\" or \"permutation\""
                                      : "a step's name or \"permutation\"");
    }
    spec_.comments = std::move(scanner_.comments());
    return std::move(spec_);
  }

 private:
  [[noreturn]] void fail(std::string_view expected) const {
    throw BadSpec(token_.place, fmt::format("expected {}, seen {}", expected, describe(token_)));
  }
  [[nodiscard]] bool is(Kind kind, std::string_view text) const {
    return token_.kind == kind && token_.text == text;
  }
  [[nodiscard]] bool is_keyword(std::string_view keyword) const {
    return is(Kind::keyword, keyword);
  }
  void require_keyword(std::string_view keyword) const {
    if (!is_keyword(keyword)) fail(fmt::format("\"{}\"", keyword));
  }
  SpecToken take() { return std::exchange(token_, scanner_.next()); }
  SpecToken take(Kind kind, std::string_view expected) {
    if (token_.kind != kind) fail(expected);
    return take();
  }
  bool take_punctuation(std::string_view text) {
    if (!is(Kind::punctuation, text)) return false;
    take();
    return true;
  }

  SqlBlock block() {
    SpecToken token = take(Kind::block, "an SQL block in braces");
    return {std::move(token.text), token.content};
  }
  SqlBlock keyword_block() {
    take();
    return block();
  }
  std::optional<SqlBlock> optional_block(std::string_view keyword) {
    if (!is_keyword(keyword)) return std::nullopt;
    return keyword_block();
  }

  void session() {
    take();
    SpecSession session;
    session.name = take(Kind::name, "a session's name").text;
    session.setup = optional_block("setup");
    require_keyword("step");
    while (is_keyword("step")) session.steps.push_back(step());
    session.teardown = optional_block("teardown");
    spec_.sessions.push_back(std::move(session));
  }

  std::size_t step() {
    take();
    const SpecToken name = take(Kind::name, "a step's name");
    if (std::ranges::find(spec_.steps, name.text, &SpecStep::name) != spec_.steps.end()) {
      throw BadSpec(name.place, fmt::format("duplicate step name: {}", name.text));
    }
    spec_.steps.push_back({name.text, block(), spec_.sessions.size(), name.place});
    return spec_.steps.size() - 1;
  }

  std::size_t find_step(const SpecToken& name) const {
    const auto found = std::ranges::find(spec_.steps, name.text, &SpecStep::name);
    if (found == spec_.steps.end()) {
      throw BadSpec(name.place,
                    fmt::format("undefined step \"{}\" specified in permutation", name.text));
    }
    return static_cast<std::size_t>(found - spec_.steps.begin());
  }

  // A marker that names another step of its permutation, and where.
  struct Reference {
    std::size_t from;     // position in the permutation
    std::size_t blocker;  // position among that step's blockers
    SpecToken name;
  };

  void permutation() {
    take();
    Permutation permutation;
    std::vector<Reference> references;
    if (token_.kind != Kind::name) fail("a step's name");
    while (token_.kind == Kind::name) {
      permutation.push_back({find_step(take()), {}});
      if (take_punctuation("(")) blockers(permutation, references);
    }
    for (const Reference& reference : references) resolve(reference, permutation);
    spec_.permutations.push_back(std::move(permutation));
  }

  void blockers(Permutation& permutation, std::vector<Reference>& references) {
    std::vector<Blocker>& blockers = permutation.back().blockers;
    do {
      Blocker blocker;
      if (!take_punctuation("*")) {
        blocker.kind = Blocker::Kind::other_step;
        references.push_back(
            {permutation.size() - 1, blockers.size(), take(Kind::name, "\"*\" or a step's name")});
        if (is_keyword("notices")) {
          take();
          blocker.kind = Blocker::Kind::notices;
          blocker.notices = number();
        }
      }
      blockers.push_back(blocker);
    } while (take_punctuation(","));
    if (!take_punctuation(")")) fail("\",\" or \")\"");
  }

  int number() {
    const SpecToken token = take(Kind::integer, "a number of notices");
    int number = 0;
    const char* const end = token.text.data() + token.text.size();
    if (std::from_chars(token.text.data(), end, number).ec != std::errc()) {
      throw BadSpec(token.place, fmt::format("{} is more than fits", token.text));
    }
    return number;
  }

  void resolve(const Reference& reference, Permutation& permutation) const {
    PermutationStep& from = permutation[reference.from];
    const std::string& name = spec_.steps[from.step].name;
    const auto other = std::ranges::find_if(permutation, [&](const PermutationStep& each) {
      return spec_.steps[each.step].name == reference.name.text;
    });
    if (other == permutation.end()) {
      throw BadSpec(
          reference.name.place,
          fmt::format("undefined blocking step \"{}\" referenced in permutation step \"{}\"",
                      reference.name.text, name));
    }
    if (spec_.steps[other->step].session == spec_.steps[from.step].session) {
      throw BadSpec(reference.name.place,
                    fmt::format("permutation step \"{}\" cannot block on its own session", name));
    }
    from.blockers[reference.blocker].step = other->step;
  }

  SpecScanner scanner_;
  SpecToken token_;
  Spec spec_;
};

}  // namespace

Spec read_spec(std::string_view text) {
  return SpecReader(text).read();
}

}  // namespace racewindow
