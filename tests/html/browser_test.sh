#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# browser_test.sh WRITE_PAGES RACEWINDOW FOLDER: writes HTML reports of made-up results and of real
# ones into FOLDER, and has browser_test.mjs walk through them in headless Chromium. Skipped (77)
# where there is no browser or no Node.js.
set -euo pipefail
write_pages=$1 racewindow=$2 folder=$3

for tool in chromium node; do
  command -v "$tool" >/dev/null || {
    echo "skipped: no $tool here (Debian: apt-get install chromium nodejs)"
    exit 77
  }
done

rm -rf "$folder"
mkdir -p "$folder"
# One broken design of each system: faults and a recovery, a lock's takeover, waits of three actors.
patterns=(
  portal-push/before-task-1923/dying-push
  operation-lock/lock-and-reread-cas/two-replaces
  pipeline-lock/blocking-lock/three-clicks
)
files=()
for pattern in "${patterns[@]}"; do
  file=$folder/${pattern%%/*}.results.json
  "$racewindow" check "$pattern" --json "$file" >/dev/null
  files+=("$file")
done
"$write_pages" "$folder" "${files[@]}"
exec node "$(dirname "${BASH_SOURCE[0]}")/browser_test.mjs" "$folder"
