// SPDX-License-Identifier: Apache-2.0
#include "sim/mutator.h"

#include <algorithm>
#include <array>

#include "sim/actor.h"
#include "sim/sql/mutate.h"

namespace racewindow {
namespace {

bool begins_with(std::string_view text, std::string_view word) {
  return std::ranges::equal(text.substr(0, word.size()), word, [](char a, char b) {
    return (a >= 'a' && a <= 'z' ? static_cast<char>(a - 'a' + 'A') : a) == b;
  });
}

bool begins_transaction(std::string_view text) {
  return begins_with(text, "BEGIN") || begins_with(text, "START TRANSACTION");
}

bool ends_transaction(std::string_view text) {
  constexpr std::array<std::string_view, 4> kEnds = {"COMMIT", "ROLLBACK", "END", "ABORT"};
  return !begins_with(text, "ROLLBACK TO") &&
         std::any_of(kEnds.begin(), kEnds.end(),
                     [&](std::string_view word) { return begins_with(text, word); });
}

std::pair<std::uint8_t, std::uint8_t> connection_of(const Request& request) {
  return {request.pool, request.client};
}

// Statements [from, to) of a batch.
Request part(const Request& batch, std::size_t from, std::size_t to) {
  Request request = batch;
  const auto cut = [&](auto& list) {
    list.erase(list.begin() + static_cast<std::ptrdiff_t>(to), list.end());
    list.erase(list.begin(), list.begin() + static_cast<std::ptrdiff_t>(from));
  };
  cut(request.texts);
  cut(request.params);
  return request;
}

Request command(const Request& on, const Text* text) {
  Request request = on;
  request.texts = {text};
  request.params = {{}};
  return request;
}

}  // namespace

bool is_transaction_command(std::string_view text) {
  return begins_transaction(text) || ends_transaction(text);
}

const OpenTransactions::Open* OpenTransactions::find(const Request& request) const {
  const auto found = open_.find(connection_of(request));
  return found == open_.end() ? nullptr : &found->second;
}

void OpenTransactions::sent(const Request& request) {
  if (request.texts.size() != 1) return;
  const std::string_view text = request.texts.front()->bytes;
  if (begins_transaction(text)) {
    open_[connection_of(request)] = {request.texts.front(), 0};
  } else if (ends_transaction(text)) {
    open_.erase(connection_of(request));
  } else if (const auto found = open_.find(connection_of(request)); found != open_.end()) {
    ++found->second.statements;
  }
}

void OpenTransactions::add_to(Hasher& hasher) const {
  for (const auto& [connection, open] : open_) {
    hasher.add(std::uint64_t{connection.first} << 8 | connection.second);
    hasher.add(open.begin->digest).add(std::uint64_t{open.statements > 0});
  }
}

StatementSite site_of(const Request& request, std::size_t position) {
  return {std::string(request.where.file_name()), request.where.line(),
          static_cast<std::uint32_t>(position)};
}

std::optional<std::size_t> Mutator::find(const Request& request) const {
  const StatementSite& site = mutation_.site;
  if (request.where.line() != site.line || request.where.file_name() != site.file ||
      request.texts.size() <= site.position) {
    return std::nullopt;
  }
  return site.position;
}

const Reply& Mutator::ask(Request request, ActorRuntime& actor) {
  if (request.kind != Request::Kind::statement) return send_in_turn(request, actor);
  const std::optional<std::size_t> position = find(request);
  if (!position) return send_in_turn(request, actor);
  if (mutation_.kind == kSkipStatement) return skip(request, *position, actor);
  if (mutation_.kind == kSplitTransaction) return split(request, *position, actor);
  if (mutation_.kind == kSwapStatements) return swap(request, *position, actor);
  change_text(request, *position);
  return send(request, actor);
}

void Mutator::end(ActorRuntime& actor) {
  if (put_off_) send(std::exchange(put_off_, std::nullopt).value(), actor);
}

void Mutator::add_memory_to(Hasher& hasher) const {
  transactions_.add_to(hasher);
  if (put_off_) hasher.add(put_off_->digest());
}

const Reply& Mutator::send(const Request& request, ActorRuntime& actor) {
  const Reply& reply = actor.send(request);
  if (!reply.failed && request.kind == Request::Kind::statement) transactions_.sent(request);
  return reply;
}

void Mutator::change_text(Request& request, std::size_t position) {
  std::vector<Value>& params = request.params[position];
  std::vector<Type> types;
  for (const Value& value : params) types.push_back(value.type());
  std::size_t ordinal = 0;
  for (const SqlMutation& change : sql_mutations(request.texts[position]->bytes, types)) {
    if (change.kind != mutation_.kind || ordinal++ != mutation_.ordinal) continue;
    if (change.text.empty()) return;
    std::vector<Value> kept;
    for (const std::size_t n : change.params) kept.push_back(params.at(n));
    request.texts[position] = intern(change.text);
    params = std::move(kept);
    return;
  }
}

const Reply& Mutator::skip(Request& request, std::size_t position, ActorRuntime& actor) {
  if (request.texts.size() == 1) return reply_ = Reply{};
  request.texts.erase(request.texts.begin() + static_cast<std::ptrdiff_t>(position));
  request.params.erase(request.params.begin() + static_cast<std::ptrdiff_t>(position));
  return send(request, actor);
}

const Reply& Mutator::split(const Request& request, std::size_t position, ActorRuntime& actor) {
  if (request.texts.size() > 1) {
    const Reply& first = send(part(request, 0, position), actor);
    if (first.failed) return first;
    const std::int64_t affected = first.affected;
    reply_ = send(part(request, position, request.texts.size()), actor);
    reply_.affected += affected;
    return reply_;
  }
  const OpenTransactions::Open* open = transactions_.find(request);
  if (open != nullptr && open->statements > 0) {
    const Text* begin = open->begin;
    if (const Reply& ended = send(command(request, intern("COMMIT")), actor); ended.failed) {
      return ended;
    }
    if (const Reply& begun = send(command(request, begin), actor); begun.failed) return begun;
  }
  return send(request, actor);
}

const Reply& Mutator::swap(Request& request, std::size_t position, ActorRuntime& actor) {
  if (request.texts.size() > 1) {
    std::swap(request.texts[position], request.texts[position + 1]);
    std::swap(request.params[position], request.params[position + 1]);
    return send(request, actor);
  }
  put_off_ = std::move(request);
  reply_ = {};
  reply_.affected = mutation_.reply.affected;
  if (mutation_.reply.has_void) {
    reply_.width = 1;
    reply_.row_count = 1;
    reply_.cells = {Value::nothing()};
  }
  return reply_;
}

// What was put off comes after the statement that it changes places with, and before any other.
const Reply& Mutator::send_in_turn(const Request& request, ActorRuntime& actor) {
  if (!put_off_) return send(request, actor);
  const Request first = std::exchange(put_off_, std::nullopt).value();
  const bool in_place = request.kind == Request::Kind::statement &&
                        site_of(request, 0) == mutation_.next &&
                        connection_of(request) == connection_of(first);
  if (in_place) {
    reply_ = send(request, actor);
    if (reply_.failed) return reply_;
    const Reply& second = send(first, actor);
    return second.failed ? second : reply_;
  }
  const Reply& sent = send(first, actor);
  const bool can_fail = !request.texts.empty();
  if (sent.failed && can_fail) return sent;
  return send(request, actor);
}

}  // namespace racewindow
