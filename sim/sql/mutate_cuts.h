// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <string_view>
#include <vector>

#include "sim/sql/mutate_tokens.h"

namespace racewindow {

// Bytes [begin, end) of a text.
struct Cut {
  std::size_t begin = 0;
  std::size_t end = 0;
};

// From a place that the parse tree names to the bytes that belong to it: the tree says where a
// construct begins (an operator: where it stands), the tokens say where it ends. Whoever cuts
// checks that what is left parses to the tree that was meant.
class Cuts {
 public:
  explicit Cuts(std::string_view text);

  [[nodiscard]] Cut token(std::size_t location) const;
  // The first token from there on that is this name.
  [[nodiscard]] Cut name(std::size_t location, std::string_view name) const;
  // From there to the bracket that ends a call's arguments.
  [[nodiscard]] Cut call(std::size_t location) const;
  // A member of an AND, with the AND that joins it to the one before it (the first: after it).
  [[nodiscard]] Cut conjunct(const nlohmann::json& args, std::size_t n) const;
  // The member alone.
  [[nodiscard]] Cut member(const nlohmann::json& args, std::size_t n) const;
  // Without the first token and the blanks behind it.
  [[nodiscard]] Cut without_first(const Cut& cut) const;
  // The WHERE of this condition, to its end.
  [[nodiscard]] Cut where(const nlohmann::json& condition) const;
  [[nodiscard]] Cut on_conflict(std::size_t location) const;
  // Every FOR UPDATE, FOR SHARE and so on.
  [[nodiscard]] std::vector<Cut> row_locks() const;

 private:
  [[nodiscard]] std::size_t at(std::size_t location) const;
  // The AND between two neighbours.
  [[nodiscard]] std::size_t joint(const nlohmann::json& before, const nlohmann::json& after) const;
  // The first token behind the clause that token `n` begins.
  [[nodiscard]] std::size_t clause_end(std::size_t n) const;
  // Token n and what follows up to token `end`, with the blanks before it.
  [[nodiscard]] Cut with_blanks(std::size_t n, std::size_t end) const;

  std::vector<Token> tokens_;
};

}  // namespace racewindow
