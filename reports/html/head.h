// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace racewindow {

// From the doctype to the end of <head>: the one style of all our pages, and the policy that lets
// nothing in but that and the one script. `title`: safe in markup.
[[nodiscard]] std::string head_html(std::string_view title);

}  // namespace racewindow
