// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "reports/document.h"

namespace racewindow {

// The document in GitHub's Markdown (GFM 0.29), sequence diagrams as Mermaid. Whatever its texts
// hold is shown as it is: nothing in them becomes markup, and what cannot be shown safely is
// written out as `escaped` does (reports/text.h).
[[nodiscard]] std::string to_markdown(const Document& document);

}  // namespace racewindow
