// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "guards/operation_lock/lock.h"
#include "scenarios/operation_lock/properties.h"
#include "sim/context.h"

namespace racewindow::operation_lock {
namespace {

// Raises, as a test in the database would, unless everything of the file names one operation.
void require_one_piece(Context& ctx, const FileRequest& file) {
  Session db = ctx.session();
  constexpr char others[] =
      "SELECT COUNT(*) FROM comparison_file AS f "
      "JOIN comparison_part AS p ON p.comparison_id = f.comparison_id AND p.role = f.role "
      "JOIN comparison_result AS r ON r.comparison_id = f.comparison_id "
      "WHERE f.comparison_id = $1 AND f.role = $2 AND f.path = $3 "
      "AND (p.operation_id <> f.operation_id OR r.original <> f.operation_id)";
  const auto count = db.value<std::int64_t>(others, file.comparison_id, file.role, file.path);
  if (count == 0) return;
  throw SqlError("P0001", fmt::format("expected pointer, parts and result of {} to be its own, "
                                      "{} parts are not",
                                      file.path, count.value()));
}

void replace_next(Context& ctx, const Caller& call) {
  const FileRequest next = replace_by("carla", "next.pdf");
  const Ended ended = call(ctx, next);
  if (ended.how != How::done) throw SqlError("P0001", "expected to get in: " + ended.reason);
  require_one_piece(ctx, next);
}

// The body raises what is wrong, so that nothing is left to judge.
Finding nothing(const Final&) {
  return std::nullopt;
}

}  // namespace

void add_recovery(World& world) {
  world.scenario.recovery(
      {"next-operation-gets-in", "Umsetzung 3",
       "from every end state the next operation gets in at once and leaves its own file"},
      [call = world.call](Context& ctx) { replace_next(ctx, call); }, nothing);
}

void add_recovery_after_ttl(World& world) {
  world.scenario.sleeps = true;
  world.scenario.recovery(
      {"later-operation-gets-in", "Umsetzung 2",
       "from every end state an operation after the TTL gets in and leaves its own file"},
      [call = world.call](Context& ctx) {
        ctx.sleep(lock_ttl + seconds(1));
        replace_next(ctx, call);
      },
      nothing);
}

}  // namespace racewindow::operation_lock
