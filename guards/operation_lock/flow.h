// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "guards/operation_lock/operation.h"
#include "guards/operation_lock/rpc.h"

// The flow that is to be guarded, in the document's order: Ingest → Guards → Part-Upsert → Re-Read
// → Zeiger-Patch → Recompare. A design composes it with a lock, or replaces a step of it.
namespace racewindow::operation_lock {

// -- before the lock ------------------------------------------------------------------------------

// What a file's pointer names; both are empty where there is no such file.
struct StoredFile {
  std::string path;
  std::string operation_id;
};
[[nodiscard]] StoredFile read_stored_file(Session& db, const FileRequest& request);

// Uuid, access, path shape: what is wrong with the request, or nothing. Notes in it which operation
// the pointer names, unless the caller did.
[[nodiscard]] Ended cheap_guards(Session& db, FileRequest& request);

// Gives a request its operation id, which is also what it locks in the name of.
[[nodiscard]] Operation begin_operation(Context& ctx, FileRequest request);

// The document's order: the cheap guards, and what they let pass is carried out.
[[nodiscard]] Ended after_cheap_guards(Context& ctx, Session& db, const FileRequest& request,
                                       const std::function<Ended(Operation)>& carry_out);

// -- the steps ------------------------------------------------------------------------------------

// Copies the upload and counts its parts.
[[nodiscard]] std::int64_t ingest(Context& ctx, const Operation& op);
// Whether what was ingested can be used. Ends with How::aborted, compensated, where it cannot.
[[nodiscard]] Ended ingest_guards(Context& ctx, const Operation& op, std::int64_t parts);
// Undoes what the ingest left outside the database.
void compensate(Context& ctx, const Operation& op);

[[nodiscard]] Session::Command upsert_parts(const Operation& op);
// How many of the file's parts are this operation's.
[[nodiscard]] std::int64_t reread_parts(Session& db, const Operation& op);
// The pointer patch, last write wins …
[[nodiscard]] Session::Command patch_pointer(const Operation& op);
// … or only while the pointer names what the operation saw when it began.
[[nodiscard]] Session::Command patch_unmoved_pointer(const Operation& op);

// Compares the two files that the comparison points at: what keeps the result.
[[nodiscard]] Session::Command compare_files(Session& db, const std::string& comparison_id);
// The two requests that a recompare is, also when it is started elsewhere in the interface.
void recompare(Session& db, const std::string& comparison_id);
// The same, but a result is kept only while the comparison still points at what was compared.
void recompare_unmoved(Session& db, Rpc rpc, const std::string& comparison_id);

// -- put together ---------------------------------------------------------------------------------

// What designs vary in the flow.
struct FlowParts {
  // Sends a statement that changes rows: how many it changed.
  std::int64_t (*send)(Session& db, const Operation& op, const Session::Command& command);
  Session::Command (*patch)(const Operation& op);
};

// Each statement a request of its own, the pointer patched last-write-wins: the flow as it is.
[[nodiscard]] std::int64_t send_alone(Session& db, const Operation& op,
                                      const Session::Command& command);
inline constexpr FlowParts flow_as_it_is{send_alone, patch_pointer};

[[nodiscard]] Ended run_flow(Context& ctx, Session& db, const Operation& op,
                             const FlowParts& parts = flow_as_it_is);

}  // namespace racewindow::operation_lock
