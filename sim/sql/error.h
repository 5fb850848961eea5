// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <exception>
#include <string>
#include <string_view>
#include <utility>

namespace racewindow {

// An error that a real store would give: SQLSTATE (five characters) and the server's message.
// It is a value where the store answers, and is thrown into guard code by Session.
class SqlError : public std::exception {
 public:
  SqlError() = default;
  SqlError(std::string_view sqlstate, std::string message)
      : sqlstate_(sqlstate), message_(std::move(message)) {}
  [[nodiscard]] const std::string& sqlstate() const { return sqlstate_; }
  [[nodiscard]] const std::string& message() const { return message_; }
  [[nodiscard]] const char* what() const noexcept override { return message_.c_str(); }

 private:
  std::string sqlstate_;
  std::string message_;
};

// SQLSTATEs that the simulator itself refers to (PostgreSQL 15, appendix A).
namespace sqlstate {
inline constexpr std::string_view unique_violation = "23505";
inline constexpr std::string_view not_null_violation = "23502";
inline constexpr std::string_view check_violation = "23514";
inline constexpr std::string_view syntax_error = "42601";
inline constexpr std::string_view undefined_table = "42P01";
inline constexpr std::string_view undefined_column = "42703";
inline constexpr std::string_view connection_failure = "08006";
}  // namespace sqlstate

// One of *our* limits was met: SQL the simulator does not support, a guard that is not
// deterministic, a bound of the model exceeded. It ends the scenario as `broken` and never reaches
// guard code.
class Broken : public std::exception {
 public:
  // `kind` is one word of the closed list in docs: unsupported, nondeterministic, hang, overflow,
  // exception, limit, setup.
  // `actor`: whose doing it is, where that is known.
  Broken(std::string_view kind, std::string message, std::string actor = {})
      : kind_(kind), message_(std::move(message)), actor_(std::move(actor)) {}
  [[nodiscard]] const std::string& kind() const { return kind_; }
  [[nodiscard]] const std::string& message() const { return message_; }
  [[nodiscard]] const std::string& actor() const { return actor_; }
  [[nodiscard]] const char* what() const noexcept override { return message_.c_str(); }

 private:
  std::string kind_;
  std::string message_;
  std::string actor_;
};

}  // namespace racewindow
