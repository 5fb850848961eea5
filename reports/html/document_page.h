// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "reports/document.h"

namespace racewindow {

// The document as one page that opens from disk, in the style of the HTML report. Sequence diagrams
// are left out: the table of the steps stands beside each.
[[nodiscard]] std::string to_html(const Document& document);

}  // namespace racewindow
