// SPDX-License-Identifier: Apache-2.0
#include "guards/operation_lock/callers.h"

#include <string_view>

#include "sim/context.h"

namespace racewindow::operation_lock {
namespace {

std::string_view word(How how) {
  switch (how) {
    case How::done:
      return "done";
    case How::rejected:
      return "rejected";
    case How::already_running:
      return "already-running";
    case How::aborted:
      return "aborted";
  }
  return {};
}

}  // namespace

Ended answer(Context& ctx, Session& db, const FileCall& call, const FileRequest& request) {
  try {
    Ended ended = call(ctx, db, request);
    ctx.log("op={} result={} role={} reason=\"{}\"", request.operation, word(ended.how),
            request.role, ended.reason);
    return ended;
  } catch (const SqlError& error) {
    ctx.log("op={} result=failed role={} reason=\"{}\"", request.operation, request.role,
            error.message());
    throw;
  }
}

}  // namespace racewindow::operation_lock
