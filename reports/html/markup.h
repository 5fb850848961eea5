// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <string_view>

// The only ways from a text to markup. What comes from a guard, a table or a file goes through
// html_text or html_cut; html_entities and html_sql take text that `escaped` has made safe to show.
namespace racewindow {

// The first `bytes_max` bytes or a few less, then in words how many more there are. Plain text.
[[nodiscard]] std::string shortened(std::string_view bytes, std::size_t bytes_max);

// Characters that mean something in markup or in an attribute in double quotes, as references.
[[nodiscard]] std::string html_entities(std::string_view safe);

// Any bytes, made safe to show as everywhere in reports, then safe in markup.
[[nodiscard]] std::string html_text(std::string_view bytes);

// As `shortened`, safe in markup, with the count told apart.
[[nodiscard]] std::string html_cut(std::string_view bytes, std::size_t bytes_max);

// As html_cut, with line breaks kept: for <pre>.
[[nodiscard]] std::string html_lines(std::string_view bytes, std::size_t bytes_max);

// SQL with its keywords and string literals marked. A literal that was cut ends in "…".
[[nodiscard]] std::string html_sql(std::string_view safe);

// What Content-Security-Policy names an inline asset by: 'sha256-…', from the hexadecimal digest.
[[nodiscard]] std::string csp_source(std::string_view sha256_hex);

// A word for an id and its links: letters, digits, '.' and '-', at most 120 of them.
[[nodiscard]] std::string fragment_word(std::string_view bytes);
// The word, or "WORD.2" and so on where that is taken already; then it is taken.
[[nodiscard]] std::string unique_word(const std::string& word, std::set<std::string>& taken);

}  // namespace racewindow
