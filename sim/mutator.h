// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "sim/interceptor.h"
#include "sim/mutation.h"

namespace racewindow {

// Which transaction each connection of an actor has open, by the texts that were sent.
class OpenTransactions {
 public:
  struct Open {
    const Text* begin = nullptr;  // the text that began it, isolation level and all
    std::size_t statements = 0;   // sent in it since
  };
  // Null: none is open on the request's connection.
  [[nodiscard]] const Open* find(const Request& request) const;
  // The request was answered without an error.
  void sent(const Request& request);
  void add_to(Hasher& hasher) const;

 private:
  std::map<std::pair<std::uint8_t, std::uint8_t>, Open> open_;  // by pool and client
};

// BEGIN, COMMIT and their like.
[[nodiscard]] bool is_transaction_command(std::string_view text);

[[nodiscard]] StatementSite site_of(const Request& request, std::size_t position);

// Carries out one mutation on what an actor's body sends.
class Mutator final : public Interceptor {
 public:
  explicit Mutator(Mutation mutation) : mutation_(std::move(mutation)) {}
  const Reply& ask(Request request, ActorRuntime& actor) override;
  void end(ActorRuntime& actor) override;
  void add_memory_to(Hasher& hasher) const override;

 private:
  [[nodiscard]] std::optional<std::size_t> find(const Request& request) const;
  const Reply& send(const Request& request, ActorRuntime& actor);
  void change_text(Request& request, std::size_t position);
  const Reply& skip(Request& request, std::size_t position, ActorRuntime& actor);
  const Reply& split(const Request& request, std::size_t position, ActorRuntime& actor);
  const Reply& swap(Request& request, std::size_t position, ActorRuntime& actor);
  const Reply& send_in_turn(const Request& request, ActorRuntime& actor);

  struct Change {                // of one text
    const Text* text = nullptr;  // null: it has none
    std::vector<std::size_t> params;
  };

  Mutation mutation_;
  OpenTransactions transactions_;
  std::optional<Request> put_off_;  // swap: answered, and not sent yet
  Reply reply_;
};

}  // namespace racewindow
