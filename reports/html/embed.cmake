# SPDX-License-Identifier: Apache-2.0
# Writes OUT, the definitions of assets.h, from report.js in FOLDER and the style sheets SHEETS.
set(STYLE "")
foreach(sheet ${SHEETS})
  file(READ ${sheet} text)
  string(APPEND STYLE "${text}")
endforeach()
file(READ ${FOLDER}/report.js SCRIPT)
string(SHA256 STYLE_SHA256 "${STYLE}")
string(SHA256 SCRIPT_SHA256 "${SCRIPT}")
configure_file(${FOLDER}/assets.cpp.in ${OUT} @ONLY)
