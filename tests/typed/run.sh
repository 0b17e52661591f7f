#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The typed surface: accepted.cpp compiles; in refused.cpp the compiler refuses the lines marked `// error`, no others.
# Usage: run.sh COMPILER SOURCE_DIR
set -u
compiler=$1 source=$2
folder=$source/tests/typed
every_error=$("$compiler" --version | grep -q clang && echo -ferror-limit=0)
check() { "$compiler" -std=c++20 -fsyntax-only $every_error -w -I "$source" -I "$source/include" "$@" 2>&1; }

errors=$(check "$folder/accepted.cpp") || { echo "$errors"; echo "accepted.cpp does not compile"; exit 1; }

wanted=$(grep -n '// error$' "$folder/refused.cpp" | cut -d: -f1)
output=$(check "$folder/refused.cpp")
refused=$(grep -E '^[^ ]*refused\.cpp:[0-9]+:[0-9]+: (fatal )?error' <<<"$output" | cut -d: -f2 | sort -nu)
elsewhere=$(grep -E ': (fatal )?error' <<<"$output" | grep -v 'refused\.cpp:')
if [ -n "$elsewhere" ]; then echo "$elsewhere"; echo "errors outside of refused.cpp"; exit 1; fi
difference=$(diff <(echo "$wanted") <(echo "$refused")) || {
  echo "refused.cpp: lines that should have been refused (<), and lines that should not (>)"
  echo "$difference"
  exit 1
}
echo "$(wc -w <<<"$wanted") lines refused"
