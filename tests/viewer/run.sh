#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# run.sh TESSERA SOURCE_DIR [SCREENSHOT]: the page that `tessera show --html` writes, in a browser: driven by keys, its programs compared with
# what `show --after` prints, no errors in the console, nothing loaded. Keeps a screenshot when asked to. Exit 77 (skipped) without Chromium.
set -euo pipefail
tessera=$1 source=$2 screenshot=${3:-}
here=$source/tests/viewer
browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome) || { echo "skipped: chromium is not installed"; exit 77; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failed=0
complain() { echo "FAILED $*" >&2; failed=1; }

browse() { # URL OPTION...: runs the browser; whatever its console says is an error
  "$browser" --headless --no-sandbox --disable-gpu --disable-dev-shm-usage --hide-scrollbars --user-data-dir="$folder/profile" --window-size=1440,900 \
    --enable-logging=stderr "${@:2}" "$1" 2>"$folder/log" || complain "the browser failed: $(tail -n 3 "$folder/log")"
  if grep -F CONSOLE "$folder/log"; then complain "the page wrote to the console"; fi
}

# with_driver PAGE OUT: the page with the script that drives it, and with its errors gathered from the start
with_driver() {
  local problems="window.problems = []; console.error = (...words) => problems.push(words.join(' ')); window.onerror = message => { problems.push(message); };"
  awk -v problems="<script>$problems</script>" -v driver="$here/drive.js" '
    { if (/^<\/body>$/) { print "<script>"; while ((getline line <driver) > 0) print line; print "</script>" } print }
    /^<head>$/ { print problems }' "$1" >"$2"
}

# The kernel of the paper.
program=$source/examples/ukernel/ukernel.tess
options=(--hwlib neon --sched "$source/examples/ukernel/neon_8x12.sched")
"$tessera" show "$program" "${options[@]}" --html "$folder/page.html"
with_driver "$folder/page.html" "$folder/driven.html"
browse "file://$folder/driven.html#step=7" --dump-dom >"$folder/dom.html"
sed -n '/<pre id="findings">/,/<\/pre>/{s/.*<pre id="findings">//;s/<\/pre>.*//;s/&lt;/</g;s/&gt;/>/g;s/&amp;/\&/g;p}' "$folder/dom.html" >"$folder/findings"
if grep "^FAILED" "$folder/findings"; then failed=1; fi
grep -qx driven "$folder/findings" || complain "the page was not driven to its end"
for n in $(seq 0 41); do
  sed -n "/^PROGRAM $n\$/,/^END\$/p" "$folder/findings" | sed '1d;$d' >"$folder/shown"
  "$tessera" show "$program" "${options[@]}" --after "$n" | sed '$d' | diff -u - "$folder/shown" || complain "step $n shows another program"
done

# One file that loads nothing, and the same bytes each time but for the times.
if grep -nE '(src|href)="[^#]|https?:|@import|url\(' "$folder/page.html"; then complain "the page refers to something else"; fi
"$tessera" show "$program" "${options[@]}" --no-times --html "$folder/one.html" >"$folder/said"
"$tessera" show "$program" "${options[@]}" --no-times --html "$folder/two.html" >"$folder/said"
cmp "$folder/one.html" "$folder/two.html" || complain "two pages of one input differ"

# What is in the files is text, whatever it looks like; the page of a refused step says why.
cat >"$folder/wave.tess" <<'END'
def wave(n: size, A: f32[n + 1]):
    for i in seq(0, n):
        for j in seq(0, 2):
            A[i + j] = A[i] + 1.0
END
printf "# </script><script>alert(1)</script> & <b>\np = rename(p, 'other')\np = reorder_loops(p, 'i j')\n" >"$folder/wave.sched"
status=0
"$tessera" show "$folder/wave.tess" --sched "$folder/wave.sched" --html "$folder/refused.html" 2>"$folder/said" || status=$?
[ "$status" -eq 1 ] || complain "a refused step gives exit code $status"
browse "file://$folder/refused.html" --dump-dom >"$folder/dom.html"
for text in 'refused: reorder_loops.S1' "<code>j' = 0</code>" 'replayed: A[1] is' 'keep this loop order' \
  '&lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt; &amp; &lt;b&gt;</li>'; do
  grep -qF -e "$text" "$folder/dom.html" || complain "the page of a refused step lacks: $text"
done

# A step that may reorder sums says so, and its mark is found.
printf 'def sum(n: size, A: f32[n, n], s: f32):\n    for i in seq(0, n):\n        for j in seq(0, n):\n            s += A[i, j]\n' >"$folder/sum.tess"
printf "p = rename(p, 'total')\np = reorder_loops(p, 'i j')\n" >"$folder/sum.sched"
"$tessera" show "$folder/sum.tess" --sched "$folder/sum.sched" --html "$folder/sum.html"
browse "file://$folder/sum.html#step=2" --dump-dom >"$folder/dom.html"
grep -q 'class="badges".*floating-point sums' "$folder/dom.html" || complain "a step that may reorder sums does not say so"
awk '/^<\/body>$/ { print "<script>const field = document.querySelector(\"#filter\"); field.value = \"reassociates\"; field.dispatchEvent(new Event(\"input\"));"
  print "document.title = [...document.querySelectorAll(\"#steps li\")].filter(e => e.offsetParent).map(e => e.id).join();</script>" } { print }' \
  "$folder/sum.html" >"$folder/marked.html"
browse "file://$folder/marked.html" --dump-dom >"$folder/dom.html"
grep -qE '<title>item-2</title>' "$folder/dom.html" || complain "marks are not found: $(grep -o '<title>.*</title>' "$folder/dom.html")"

[ -z "$screenshot" ] || browse "file://$folder/page.html#step=30" --screenshot="$screenshot"
[ "$failed" -eq 0 ] && echo "41 steps driven in $("$browser" --version 2>"$folder/log")"
