# SPDX-License-Identifier: Apache-2.0
# What takes longer than two seconds tells how far it is, on the standard error alone; what is quicker tells nothing.

run blas --target scalar --types f32,f32 --tile 2x4 --caches 1,2 -o quick --json
expect 0
[ ! -s "$work/stderr" ] || complain "a quick command tells how far it is"
# A compiler that takes as long as `pause` says for the second file.
cat >slow <<'EOF'
#!/bin/sh
case $* in *--version*) exec gcc "$@" ;; esac
echo >>calls
[ "$(wc -l <calls)" != 2 ] || sleep "$(cat pause)"
exec gcc "$@"
EOF
chmod +x slow

# Without a terminal: a line every ten seconds, and the JSON is alone on the standard output.
echo 11 >pause
run blas --target scalar --types f32,f32 --tile 2x4 --caches 1,2 -j 1 -o lines --build --cc ./slow --json
expect 0
expect_json '.built == "lines/libtessera_blas.so"'
checks=$((checks + 1))
grep -qE '^blas: compiling: [0-9]+ of [0-9]+, [0-9]+ (s|min) left$' "$work/stderr" || complain "no line tells how far it is"
[ "$(grep -vcE '^blas: (proving|compiling): ' "$work/stderr")" = 0 ] || complain "something else is told"

# On a terminal: one line that changes and is gone in the end.
if script -qec true /dev/null >"$work/output" 2>&1 </dev/null; then
  checks=$((checks + 1))
  rm calls
  echo 3 >pause
  script -qec "'$tessera' blas --target scalar --types f32,f32 --tile 2x4 --caches 1,2 -j 2 -o terminal --build --cc ./slow >out.txt" /dev/null >"$work/output" </dev/null
  tr '\r' '\n' <"$work/output" | grep -qE 'blas: compiling: [0-9]+ of [0-9]+, [0-9]+ s (left|so far)' || complain "nothing is told on a terminal"
  [ "$(tail -c 4 "$work/output" | tr '\r\033' 'RE')" = 'RE[K' ] || complain "the line is left on the terminal"
  [ "$(wc -l <"$work/output")" = 0 ] || complain "more than one line on the terminal"
  grep -q 'of' out.txt && grep -q compiling out.txt && complain "told on the standard output"
else
  echo "skipped in $case_name: what is told on a terminal, as script makes none here: $(head -n 1 "$work/output")"
fi
rm -rf quick lines terminal slow calls pause out.txt
