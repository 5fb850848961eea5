// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

// The style sheets, joined, and report.js as they are, and their SHA-256 in hexadecimal.
// embed.cmake writes the definitions at build time.
namespace racewindow {

extern const std::string_view html_style;
extern const std::string_view html_style_sha256;
extern const std::string_view html_script;
extern const std::string_view html_script_sha256;

}  // namespace racewindow
