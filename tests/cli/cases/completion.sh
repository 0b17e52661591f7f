# SPDX-License-Identifier: Apache-2.0
# What a shell completes, and the page for man.

run completion bash
expect 0
cp "$work/stdout" completion.bash
run completion fish
expect 2 "error[usage]: SHELL" "bash"

# completes WORD... : what bash offers for the last word, as "a b c".
completes() {
  current="$case_name: completion of tessera $*"
  bash --norc -c '. ./completion.bash; COMP_WORDS=(tessera "$@"); COMP_CWORD=$#; _tessera; echo "${COMPREPLY[@]}"' - "$@" \
    >"$work/output" 2>&1
  code=$?
}
completes ""
expect 0 show compile hwlib tune help
completes com
expect 0 "compile completion"
completes --ver
expect 0 "--version"
completes show p.tess --s
expect 0 "--sched --set --size-limit --stats --steps"
completes hwlib ""
expect 0 "list show roles host features runs check"
completes hwlib check ""
expect 0 avx2 neon
completes hwlib check avx2 --re
expect 0 "--record"
completes primitives divide_
expect 0 "divide_dim divide_loop divide_with_recompute"
completes show p.tess --hwlib av
expect 0 "avx2 avx512"
completes conv --weights ""
expect 0 "packed hwio oihw"
completes conv --weights = h
expect 0 "hwio"
completes show p.tess --sched ""
[ -z "$(cat "$work/output")" ] || complain "no file names, which are the default"
completes help co
expect 0 "compile conv completion"
current="$case_name: every command and option is completed"
for command in show compile verify audit replay primitives "hwlib check" family "bench gemm" "bench conv" blas conv tune; do
  for option in $("$tessera" $command --help | grep -o '^ *\(-[a-zA-Z],\)*--[a-z0-9-]*' | grep -o -e '--[a-z0-9-]*'); do
    completes $command "$option"
    expect 0 "$option"
  done
done

run man
expect 0 ".TH TESSERA 1" "\\fB\\-\\-sched\\fR" ".SS \\fBtessera hwlib check\\fR \\fILIBRARY\\fR"
cp "$work/stdout" tessera.1
current="$case_name: the page for man"
for command in show compile verify audit replay primitives hwlib family bench blas conv tune help completion man; do
  grep -q "^.SS .fBtessera $command" tessera.1 || complain "no section for $command"
done
checks=$((checks + 1))
if command -v groff >/dev/null; then
  groff -man -Kutf8 -Tutf8 -ww -z tessera.1 >"$work/output" 2>&1 || complain "groff refuses it"
  [ ! -s "$work/output" ] || complain "groff has warnings"
elif grep -n '^\.' tessera.1 | grep -vE ':\.(\\"|TH|SH|SS|TP|br|nf|fi)( |$)' >"$work/output"; then
  complain "lines that roff takes for requests"
fi
