// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

#include "sim/session.h"

namespace racewindow {
class Context;
}

// The operation lock: a file of a comparison (its pointer, the parts derived from it, the result of
// comparing it with its counterpart) is replaced or parsed again by a flow of several requests to
// PostgREST, each of which is a transaction of its own. The source document is
// "Replace/Reparse-Parallelität — Analyse und Mitigation (Loop 5)"; sections named in comments are
// its sections.
namespace racewindow::operation_lock {

inline constexpr const char* replace_file = "replace_file";
inline constexpr const char* reparse_file = "reparse_file";

// What a caller asks for, as it came over the wire.
struct FileRequest {
  std::string user;
  std::string project_id;
  std::string comparison_id;
  std::string role;  // original or revision
  std::string path;  // the uploaded file
  std::string operation = replace_file;
  // The operation that the file's pointer named when the caller last saw it; empty: not seen yet.
  std::string seen = {};
  // The API instance that the request goes through; empty: one whose schema cache is never stale.
  std::string api = {};
};

// A request that is being carried out.
struct Operation {
  FileRequest request;
  std::string id;     // random; marks the rows it writes
  std::string owner;  // what it locks in the name of
};

enum class How { done, rejected, already_running, aborted };

// How a call ended that was not thrown out of by the database.
struct Ended {
  How how = How::done;
  std::string reason = {};  // for the user; empty where all went well
};

// One design of replaceComparisonFile, or of the reparse. Throws SqlError for what the database
// or the way to it refuses.
using FileCall = std::function<Ended(Context&, Session&, const FileRequest&)>;

}  // namespace racewindow::operation_lock
