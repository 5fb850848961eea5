// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace racewindow {
class Context;
}

// The portal push: each account's exposed files are indexed in `directory` under a generation, and
// `directory_state` names the generation that readers list. A push stages the next generation,
// moves the pointer to it and sweeps what is no longer needed. The source document is "Task 1926:
// same-account portal push concurrency guard"; sections named in comments are its sections.
namespace racewindow::portal_push {

struct Account {
  std::string id;
  std::size_t batch_rows = 1;  // rows per INSERT while staging
};

// The paths that an account exposes, in the order in which the walk emits them.
using Tree = std::vector<std::string>;

// One design of push_account. Throws SqlError for what the database refuses.
using Push = std::function<void(Context&, const Account&)>;

}  // namespace racewindow::portal_push
