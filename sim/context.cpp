// SPDX-License-Identifier: Apache-2.0
#include "sim/context.h"

#include "sim/actor.h"

namespace racewindow {
namespace {

Request make_request(Request::Kind kind, SourcePlace where) {
  Request request;
  request.kind = kind;
  request.where = where;
  return request;
}

Rows ask_env(ActorRuntime& actor, Request::Kind kind, std::string_view name, const Sql& sql,
             std::span<const Value> params) {
  Request request = make_request(kind, sql.where);
  request.name = intern(name);
  request.texts = {sql.text};
  request.params = {std::vector<Value>(params.begin(), params.end())};
  const Reply& reply = actor.ask(std::move(request));
  if (reply.failed) throw SqlError(reply.error);
  return Rows(reply.width, reply.cells, reply.row_count);
}

}  // namespace

Session Context::session() {
  return Session(*actor_);
}

Session Context::session(PoolHandle pool) {
  return Session(*actor_,
                 std::make_shared<PoolClient>(*actor_, static_cast<std::uint8_t>(pool.index)));
}

Timestamp Context::now(std::source_location where) {
  return actor_->ask(make_request(Request::Kind::clock, where)).now;
}

void Context::sleep(Duration duration, std::source_location where) {
  Request request = make_request(Request::Kind::sleep, where);
  request.duration = duration;
  actor_->ask(std::move(request));
}

Uuid Context::random_uuid() {
  return actor_->random_uuid();
}

void Context::with_mutex(std::string_view name, const std::function<void()>& body,
                         std::source_location where) {
  Request lock = make_request(Request::Kind::lock, where);
  lock.name = intern(name);
  Request unlock = lock;
  unlock.kind = Request::Kind::unlock;
  actor_->ask(std::move(lock));
  with_cleanup(body, [&] { actor_->ask(unlock); });
}

void Context::with_cleanup(const std::function<void()>& body,
                           const std::function<void()>& cleanup) {
  try {
    body();
  } catch (const actor_stopped&) {
    throw;
  } catch (...) {
    cleanup();
    throw;
  }
  cleanup();
}

Rows Context::run_external(std::string_view name, const Sql& sql, std::span<const Value> params) {
  return ask_env(*actor_, Request::Kind::external, name, sql, params);
}

Rows Context::run_receive(std::string_view name, const Sql& sql, std::span<const Value> params) {
  return ask_env(*actor_, Request::Kind::receive, name, sql, params);
}

void Context::write_log(std::string line) {
  actor_->write_log(std::move(line));
}

void Context::forget_all_but(std::string_view label, std::span<const Value> values) {
  actor_->forget_all_but(label, values);
}

}  // namespace racewindow
