// SPDX-License-Identifier: Apache-2.0
#include "guards/operation_lock/flow.h"

#include <algorithm>
#include <cctype>
#include <string_view>
#include <utility>

#include "sim/context.h"

namespace racewindow::operation_lock {
namespace {

// Parts that a file has; each has the same, so that an upsert leaves none of an older file behind.
constexpr std::int64_t parts_per_file = 2;

bool is_uuid(std::string_view text) {
  constexpr std::string_view shape = "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx";
  return std::ranges::equal(text, shape, [](char c, char wanted) {
    return wanted == '-' ? c == '-' : std::isxdigit(static_cast<unsigned char>(c)) != 0;
  });
}

bool has_path_shape(std::string_view path) {
  return path.ends_with(".pdf") && path.find("..") == std::string_view::npos;
}

// The operations whose files a comparison points at.
struct ComparedFiles {
  std::string original;
  std::string revision;
};

ComparedFiles read_files(Session& db, const std::string& comparison_id) {
  constexpr char pointers[] =
      "SELECT operation_id FROM comparison_file WHERE comparison_id = $1 ORDER BY role";
  const Rows files = db.query(pointers, comparison_id);
  return {files.get<std::string>(0, 0).value(), files.get<std::string>(1, 0).value()};
}

}  // namespace

Ended cheap_guards(Session& db, FileRequest& request) {
  if (!is_uuid(request.comparison_id)) return {How::rejected, "the comparison id is no uuid"};
  constexpr char accessible[] =
      "SELECT f.operation_id FROM comparison_file AS f "
      "JOIN project_member AS m ON m.project_id = f.project_id "
      "WHERE f.comparison_id = $1 AND f.role = $2 AND f.project_id = $3 AND m.user_id = $4";
  const auto pointer = db.value<std::string>(accessible, request.comparison_id, request.role,
                                             request.project_id, request.user);
  if (!pointer) return {How::rejected, "no access to the file"};
  if (!has_path_shape(request.path)) return {How::rejected, "the path has not the shape of one"};
  if (request.seen.empty()) request.seen = *pointer;
  return {};
}

StoredFile read_stored_file(Session& db, const FileRequest& request) {
  constexpr char stored[] =
      "SELECT path, operation_id FROM comparison_file WHERE comparison_id = $1 AND role = $2";
  const Rows file = db.query(stored, request.comparison_id, request.role);
  if (file.empty()) return {};
  return {file.get<std::string>(0, 0).value(), file.get<std::string>(0, 1).value()};
}

Operation begin_operation(Context& ctx, FileRequest request) {
  const Uuid id = ctx.random_uuid();
  return {std::move(request), id.text, id.text};
}

Ended after_cheap_guards(Context& ctx, Session& db, const FileRequest& request,
                         const std::function<Ended(Operation)>& carry_out) {
  FileRequest checked = request;
  if (Ended guarded = cheap_guards(db, checked); guarded.how != How::done) return guarded;
  return carry_out(begin_operation(ctx, std::move(checked)));
}

std::int64_t ingest(Context& ctx, const Operation& op) {
  constexpr char copy[] =
      "INSERT INTO ingested (operation_id, path, parts) "
      "SELECT $1, path, parts FROM upload WHERE path = $2 RETURNING parts";
  const Rows parsed = ctx.external("ingest", copy, op.id, op.request.path);
  return parsed.empty() ? 0 : parsed.get<std::int64_t>(0, 0).value();
}

Ended ingest_guards(Context& ctx, const Operation& op, std::int64_t parts) {
  if (parts == parts_per_file) return {};
  compensate(ctx, op);
  return {How::aborted, "the file has no readable parts"};
}

void compensate(Context& ctx, const Operation& op) {
  ctx.external("compensate", "DELETE FROM ingested WHERE operation_id = $1", op.id);
}

Session::Command upsert_parts(const Operation& op) {
  constexpr char upsert[] =
      "INSERT INTO comparison_part (comparison_id, role, part, operation_id) "
      "VALUES ($1, $2, 1, $3), ($1, $2, 2, $3) "
      "ON CONFLICT (comparison_id, role, part) DO UPDATE SET operation_id = excluded.operation_id";
  return Session::Command(upsert, op.request.comparison_id, op.request.role, op.id);
}

std::int64_t reread_parts(Session& db, const Operation& op) {
  constexpr char own[] =
      "SELECT COUNT(*) FROM comparison_part "
      "WHERE comparison_id = $1 AND role = $2 AND operation_id = $3";
  return db.value<std::int64_t>(own, op.request.comparison_id, op.request.role, op.id).value();
}

Session::Command patch_pointer(const Operation& op) {
  constexpr char patch[] =
      "UPDATE comparison_file SET path = $3, operation_id = $4 "
      "WHERE comparison_id = $1 AND role = $2";
  return Session::Command(patch, op.request.comparison_id, op.request.role, op.request.path, op.id);
}

Session::Command patch_unmoved_pointer(const Operation& op) {
  constexpr char patch[] =
      "UPDATE comparison_file SET path = $3, operation_id = $4 "
      "WHERE comparison_id = $1 AND role = $2 AND operation_id = $5";
  const auto& asked = op.request;
  return Session::Command(patch, asked.comparison_id, asked.role, asked.path, op.id, asked.seen);
}

Session::Command compare_files(Session& db, const std::string& comparison_id) {
  const ComparedFiles files = read_files(db, comparison_id);
  constexpr char keep[] =
      "UPDATE comparison_result SET original = $2, revision = $3 WHERE comparison_id = $1";
  return Session::Command(keep, comparison_id, files.original, files.revision);
}

void recompare(Session& db, const std::string& comparison_id) {
  const Session::Command keep = compare_files(db, comparison_id);
  db.exec(keep.sql, keep.params);
}

void recompare_unmoved(Session& db, Rpc rpc, const std::string& comparison_id) {
  const ComparedFiles files = read_files(db, comparison_id);
  // Whoever is moving a pointer is waited for: the next statement then sees where it points.
  constexpr char hold[] =
      "UPDATE comparison_file SET operation_id = operation_id WHERE comparison_id = $1";
  constexpr char keep[] =
      "INSERT INTO comparison_result (comparison_id, original, revision) "
      "SELECT f.comparison_id, $2, $3 FROM comparison_file AS f JOIN comparison_file AS g "
      "ON g.comparison_id = f.comparison_id "
      "WHERE f.comparison_id = $1 AND f.role = 'original' AND f.operation_id = $2 "
      "AND g.role = 'revision' AND g.operation_id = $3 "
      "ON CONFLICT (comparison_id) DO UPDATE "
      "SET original = excluded.original, revision = excluded.revision";
  static_cast<void>(
      rpc(db, {Session::Command(hold, comparison_id),
               Session::Command(keep, comparison_id, files.original, files.revision)}));
}

std::int64_t send_alone(Session& db, const Operation& /*op*/, const Session::Command& command) {
  return db.exec(command.sql, command.params);
}

Ended run_flow(Context& ctx, Session& db, const Operation& op, const FlowParts& parts) {
  const std::int64_t found = ingest(ctx, op);
  if (Ended guarded = ingest_guards(ctx, op, found); guarded.how != How::done) return guarded;
  parts.send(db, op, upsert_parts(op));
  if (reread_parts(db, op) != parts_per_file) {
    compensate(ctx, op);
    return {How::aborted, "the parts of the file are not the ones that were written"};
  }
  if (parts.send(db, op, parts.patch(op)) == 0) {
    compensate(ctx, op);
    return {How::aborted, "the file was replaced meanwhile"};
  }
  const Session::Command keep = compare_files(db, op.request.comparison_id);
  parts.send(db, op, keep);
  return {};
}

}  // namespace racewindow::operation_lock
