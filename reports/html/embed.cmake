# SPDX-License-Identifier: Apache-2.0
# Writes OUT, the definitions of assets.h, from the files in FOLDER.
foreach(asset STYLE:report.css SCRIPT:report.js)
  string(REGEX MATCH "^([A-Z]+):(.+)$" matched ${asset})
  set(name ${CMAKE_MATCH_1})
  set(path ${FOLDER}/${CMAKE_MATCH_2})
  file(READ ${path} ${name})
  file(SHA256 ${path} ${name}_SHA256)
endforeach()
configure_file(${FOLDER}/assets.cpp.in ${OUT} @ONLY)
