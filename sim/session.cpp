// SPDX-License-Identifier: Apache-2.0
#include "sim/session.h"

#include <fmt/format.h>

#include "sim/actor.h"

namespace racewindow {

void wrong_type(const Value& value, std::string_view wanted) {
  throw std::invalid_argument(fmt::format("expected {}, seen the {} {}", wanted,
                                          type_name(value.type()), to_literal(value)));
}

PoolClient::PoolClient(ActorRuntime& actor, std::uint8_t pool)
    : actor_(&actor), pool_(pool), number_(actor.take_client()) {}

PoolClient::~PoolClient() {
  actor_->release_client(number_);
}

Request Session::make_request(SourcePlace where) const {
  Request request;
  request.kind = Request::Kind::statement;
  request.where = where;
  if (client_ != nullptr) {
    request.pool = client_->pool();
    request.client = client_->number();
  }
  return request;
}

Session::Answer Session::run(const Sql& sql, std::span<const Value> params) {
  Request request = make_request(sql.where);
  request.name = sql.name;
  request.texts = {sql.text};
  request.params = {std::vector<Value>(params.begin(), params.end())};
  const Reply& reply = actor_->ask(std::move(request));
  if (reply.failed) throw SqlError(reply.error);
  return {Rows(reply.width, reply.cells, reply.row_count), reply.affected};
}

std::int64_t Session::batch(const std::vector<Command>& commands) {
  if (commands.empty()) return 0;
  Request request = make_request(commands.front().sql.where);
  for (const Command& command : commands) {
    request.texts.push_back(command.sql.text);
    request.params.push_back(command.params);
  }
  const Reply& reply = actor_->ask(std::move(request));
  if (reply.failed) throw SqlError(reply.error);
  return reply.affected;
}

}  // namespace racewindow
