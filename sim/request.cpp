// SPDX-License-Identifier: Apache-2.0
#include "sim/request.h"

#include <fmt/format.h>

namespace racewindow {

Digest Request::digest() const {
  Hasher hasher;
  hasher.add(static_cast<std::uint64_t>(kind));
  hasher.add(static_cast<std::uint64_t>(texts.size()));
  for (std::size_t n = 0; n < texts.size(); ++n) {
    hasher.add(texts[n]->digest);
    hasher.add(static_cast<std::uint64_t>(params[n].size()));
    for (const Value& value : params[n]) value.add_to(hasher);
  }
  if (name != nullptr) hasher.add(name->digest);
  if (pool != kNoPool) hasher.add(std::uint64_t{pool} << 8 | client);
  hasher.add(static_cast<std::uint64_t>(duration.microseconds));
  if (kind == Kind::finished) {
    hasher.add(static_cast<std::uint64_t>(status));
    hasher.add(error.sqlstate()).add(error.message());
  }
  return hasher.digest();
}

std::string Request::describe() const {
  std::string what;
  switch (kind) {
    case Kind::statement:
    case Kind::external:
    case Kind::receive:
      for (std::size_t n = 0; n < texts.size(); ++n) {
        if (n > 0) what += "; ";
        what += texts[n]->bytes;
        if (params[n].empty()) continue;
        std::string values;
        for (const Value& value : params[n]) {
          if (!values.empty()) values += ", ";
          values += to_literal(value);
        }
        what += fmt::format(" [{}]", values);
      }
      break;
    case Kind::clock:
      what = "read the clock";
      break;
    case Kind::sleep:
      what = fmt::format("sleep {} us", duration.microseconds);
      break;
    case Kind::lock:
      what = fmt::format("lock the mutex {}", name->bytes);
      break;
    case Kind::unlock:
      what = fmt::format("unlock the mutex {}", name->bytes);
      break;
    case Kind::finished:
      return status == ActorStatus::failed ? fmt::format("end with {}", error.message()) : "end";
  }
  return fmt::format("{} at {}:{}", what, where.file_name(), where.line());
}

Digest Observation::digest() const {
  Hasher hasher;
  if (outcome != nullptr && outcome->status == Outcome::Status::rows) {
    hasher.add(static_cast<std::uint64_t>(outcome->rows.row_count));
    for (const Value& value : outcome->rows.cells) value.add_to(hasher);
    hasher.add(static_cast<std::uint64_t>(outcome->affected));
    return hasher.digest();
  }
  const SqlError* failure = outcome != nullptr ? &outcome->error : error;
  if (failure != nullptr) {
    return hasher.add(failure->sqlstate()).add(failure->message()).digest();
  }
  return hasher.add(static_cast<std::uint64_t>(now.microseconds)).digest();
}

Reply Observation::to_reply() const {
  Reply reply;
  if (outcome != nullptr && outcome->status == Outcome::Status::rows) {
    reply.width = outcome->rows.width();
    reply.row_count = outcome->rows.row_count;
    reply.cells = outcome->rows.cells;
    reply.affected = outcome->affected;
    return reply;
  }
  const SqlError* failure = outcome != nullptr ? &outcome->error : error;
  if (failure != nullptr) {
    reply.failed = true;
    reply.error = *failure;
    return reply;
  }
  reply.now = now;
  return reply;
}

}  // namespace racewindow
