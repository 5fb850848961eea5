// SPDX-License-Identifier: Apache-2.0
#include "reports/html/head.h"

#include <fmt/format.h>

#include "reports/html/assets.h"
#include "reports/html/markup.h"

namespace racewindow {
namespace {

// Nothing is fetched from anywhere, and of scripts and styles only these two run, known by their
// digests: what a guard or a table says stays text even if it got into the markup unescaped.
std::string policy() {
  return fmt::format(
      "default-src 'none'; style-src {}; script-src {}; base-uri 'none'; form-action 'none'",
      csp_source(html_style_sha256), csp_source(html_script_sha256));
}

}  // namespace

std::string head_html(std::string_view title) {
  return fmt::format(
      "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"{}\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta name=\"color-scheme\" content=\"light dark\">\n<title>{}</title>\n"
      "<style>{}</style>\n</head>\n",
      policy(), title, html_style);
}

}  // namespace racewindow
