# SPDX-License-Identifier: Apache-2.0
# Traces: replayed as they were written, and after something has changed since.

cat >p.tess <<'T'
def scale(n: size, x: f32[n]):
    for i in seq(0, n):
        x[i] = 2.0 * x[i]

def p(n: size, A: f32[n, 8], B: f32[n, 8]):
    for i in seq(0, n):
        for j in seq(0, 8):
            A[i, j] = B[i, j]
T
cat >s.sched <<'T'
half = setting('half', 4)
p, row = extract_subproc(p, 'for j in _: _', 'row')
row = divide_loop(rename(row, 'row_fast'), 'j', half, ['jo', 'ji'], perfect=True)
row = replace(row, 'for ji in _: _', hw.load)
p = call_eqv(p, 'row(_)', row)
p = rename(p, 'kernel')
T
mkdir lib
cat >lib/lib.tess <<'T'
@instr("copy4(&{dst_data}, &{src_data});", role="load")
def copy4(dst: [f32][4] @ DRAM, src: [f32][4] @ DRAM):
    assert stride(src, 0) == 1
    assert stride(dst, 0) == 1
    for i in seq(0, 4):
        dst[i] = src[i]
T
run compile p.tess --hwlib ./lib --sched s.sched -o out
expect 0 "out/kernel.c: 6 steps"
run replay out/kernel.sched -o again
expect 0 "again/kernel.c: 6 steps" "out/kernel.sched: 6 steps replayed" "obligations proved; trace" "are those recorded"
for f in kernel.c kernel.h kernel.sched kernel.evidence.json; do cmp -s out/$f again/$f || complain "replaying gives another $f"; done
run replay out/kernel.evidence.json -o again
expect 0 "out/kernel.evidence.json: 6 steps replayed" "are those recorded"
for f in kernel.c kernel.h kernel.evidence.json; do cmp -s out/$f again/$f || complain "replaying the JSON gives another $f"; done
run replay out/kernel.sched --json -o again
expect 0 '"steps": 6,' '"as_recorded": true'
expect_no "obligations"
run compile p.tess --hwlib ./lib --sched out/kernel.sched -o again
expect 0 "again/kernel.c: 6 steps"
for f in kernel.c kernel.h kernel.sched; do cmp -s out/$f again/$f || complain "the trace as a schedule gives another $f"; done

# The head: the version, files, what it starts from, what comes out.
run replay out/kernel.sched --cpp as.cpp
expect 0 "are those recorded"
grep -q 'Proc schedule(const Proc& start, const HardwareLibrary& lib) {' as.cpp || complain "as.cpp lacks the function"
for line in '# tessera trace 1' '# program: ../p.tess' '# hwlib: ../lib' '# SPDX-License-Identifier: ' '# from: program.p ' '# from: lib.copy4 ' '# steps: 6 ' '# result: kernel ' \
  'p = program.p' 'by=lib.copy4)' "p, p_row_fast = extract_subproc(p, block='for j in _: _', name='row')"; do
  grep -qF "$line" out/kernel.sched || complain "the trace lacks: $line"
done

# The program is looked for where it was, beside the trace, and where the command line says.
mkdir elsewhere
cp out/kernel.sched elsewhere/
cp -r p.tess lib elsewhere/
cd elsewhere && run replay kernel.sched && cd .. || exit 1
expect 0 "are those recorded"
mv p.tess moved.tess
run replay elsewhere/kernel.sched
expect 0 "are those recorded"
rm elsewhere/p.tess
run replay elsewhere/kernel.sched
expect 2 "error[trace]: the program ../p.tess of the trace is not there" "hint: tessera replay elsewhere/kernel.sched FILE.tess"
run replay elsewhere/kernel.sched moved.tess
expect 0 "are those recorded"
mv moved.tess p.tess

# It says where they are as seen from its own folder: from wherever it is replayed, and when all is moved together.
cd out && run replay kernel.sched && cd .. || exit 1
expect 0 "are those recorded"
mkdir -p moved/deeper
cp -r p.tess lib out moved/deeper/
mv p.tess hidden.tess && mv lib hidden
run replay moved/deeper/out/kernel.sched
expect 0 "are those recorded"
mv hidden.tess p.tess && mv hidden lib
rm -r moved

# A folder that has nothing to do with the program's.
far=$(mktemp -d)
run compile p.tess --hwlib ./lib --sched s.sched -o "$far/kernels"
expect 0
run replay "$far/kernels/kernel.sched"
expect 0 "are those recorded"
cd "$far" && run replay kernels/kernel.sched && cd "$OLDPWD" || exit 1
expect 0 "are those recorded"
rm -r "$far"

# Traces of before say it as the command line did, as seen from where that was given.
mkdir -p old/traces
sed 's|^# program: .*|# program: p.tess|; s|^# hwlib: .*|# hwlib: ./lib|; /SPDX/d' out/kernel.sched >old/traces/kernel.sched
run replay old/traces/kernel.sched
expect 0 "are those recorded"
rm -r old

# Another reference program: said, or, where that is meant, proved anew.
sed 's/= B\[i, j\]/= B[i, j] + 0.0/' p.tess >changed.tess
run replay out/kernel.sched changed.tess
expect 1 "error[trace]: program.p is not what it was when the trace was written" "hint: with --changed the steps are proved on what it is now"
sed 's/8/16/g' p.tess >changed.tess
run replay out/kernel.sched changed.tess --changed -o changed
expect 0 "changed/kernel.c: 6 steps" "out/kernel.sched: 6 steps replayed" "is another than recorded"
sed '/^def p/,$s/p(n/q(n/' p.tess >changed.tess
run replay out/kernel.sched changed.tess
expect 1 "error[trace]: the trace needs program.p, which is not there"
run replay out/kernel.sched changed.tess --changed
expect 2 "out/kernel.sched:9:5: error[schedule]: the program has no 'p'"

# A change elsewhere in the program is none.
sed 's/2\.0/3.0/' p.tess >changed.tess
run replay out/kernel.sched changed.tess
expect 0 "are those recorded"

# A renamed loop, a divisor that no longer divides: the step, why, and the program that it met.
sed 's/\bj\b/m/g' p.tess >changed.tess
run replay out/kernel.sched changed.tess
expect 1 "error[trace]: program.p is not what it was when the trace was written"
run replay out/kernel.sched changed.tess --changed
expect 1 "out/kernel.sched:10:1: error[pattern]: nothing in p matches 'for j in _: _'" "nearest: for i in _: _   |   for m in _: _" \
  "the trace stops at step 1 of 6, extract_subproc; the program there:" "          for m in seq(0, 8):"
mv out/kernel.sched kept.sched
sed 's/for j in/for k in/' kept.sched >out/kernel.sched
run replay out/kernel.sched
expect 1 "out/kernel.sched:10:1: error[pattern]: nothing in p matches 'for k in _: _'" "nearest: for i in _: _   |   for j in _: _" \
  "the trace stops at step 1 of 6, extract_subproc; the program there:" "          for j in seq(0, 8):"
sed 's/8/10/g' p.tess >changed.tess
run replay kept.sched changed.tess --changed -o stopped
expect 1 "kept.sched:12:1: error[divide_loop.S1]" "the trace stops at step 3 of 6, divide_loop; the program there:" "  def row_fast(n: size"
no_files stopped

# Of a long program only the neighbourhood of the place is shown.
cat >long.tess <<'T'
def p(n: size, A: f32[n], B: f32[60], D: f32[60]):
    for i in seq(0, 60):
        B[i] = 1.0
    for j in seq(0, n):
        A[j] = 2.0
    for k in seq(0, 60):
        D[k] = 3.0
T
printf "p = unroll_loop(p, 'i')\np = unroll_loop(p, 'k')\np = divide_loop(p, 'j', 4, ['jo', 'ji'])\n" >long.sched
run compile long.tess --sched long.sched --stem long -o out
expect 0 "out/long.c: 3 steps"
sed "s/names=\['jo', 'ji'\]/names=['jo', 'ji'], tail='perfect'/" out/long.sched >long.sched
run replay long.sched
expect 1 "long.sched:10:1: error[divide_loop.S1]" "the trace stops at step 3 of 3, divide_loop; the program there:" "  def p(n: size" \
  "      B[59] = 1.0" "      for j in seq(0, n):" "          A[j] = 2.0" "      D[0] = 3.0"
expect_no "B[40] = 1.0"
expect_no "D[20] = 3.0"
[ "$(grep -c '^ *\.\.\.$' "$work/output")" -eq 2 ] || complain "what is left out is not marked"

# Steps that are not those recorded.
sed 's/kernel/kernal/' kept.sched >out/kernel.sched
run replay out/kernel.sched
expect 1 "error[trace]: the steps are not those recorded: trace "
grep -v 'rename(p, ' kept.sched >out/kernel.sched
run replay out/kernel.sched
expect 1 "error[trace]: the steps are not those recorded"
sed 's/^# result: kernel .*/# result: kernel 0123456789abcdef/' kept.sched >out/kernel.sched
run replay out/kernel.sched
expect 1 "error[trace]: the steps lead to another kernel than recorded" "0123456789abcdef then"

# What is unknown, of another kind, or too much.
sed 's/divide_loop/split_loop/' kept.sched >out/kernel.sched
run replay out/kernel.sched
expect 2 "out/kernel.sched:12:14: error[schedule]: there is no primitive 'split_loop'" "the trace stops after step 2 of 6; the program there:" "def row_fast(n: size"
sed 's/factor=4/factor=True/' kept.sched >out/kernel.sched
run replay out/kernel.sched
expect 2 "out/kernel.sched:12:55: error[arguments]: divide_loop: argument 'factor' must be an integer, not True" "the trace stops at step 3 of 6"
sed "s/tail='perfect'/tail='perfect', more=3/" kept.sched >out/kernel.sched
run replay out/kernel.sched
expect 2 "error[arguments]: divide_loop has no argument 'more'"

# Another library: the instruction is not there, or means something else, or is other C.
sed -i 's/copy4(dst/copy_4(dst/' lib/lib.tess
run replay kept.sched
expect 1 "error[trace]: the trace needs lib.copy4, which is not there" "give the program and the --hwlib"
run replay kept.sched --changed
expect 2 "error[schedule]: the library lib has no 'copy4'" "did you mean \`copy_4\`?"
sed -i 's/copy_4(dst/copy4(dst/; s/copy4(&{dst_data}/copy_four(\&{dst_data}/' lib/lib.tess
run replay kept.sched
expect 1 "error[trace]: lib.copy4 is not what it was when the trace was written"
run replay kept.sched --hwlib neon
expect 1 "error[trace]: the trace needs lib.copy4, which is not there"

# Files that are no traces, or those of another version.
run replay s.sched p.tess
expect 2 "error[trace]: s.sched is not a trace: its first line is not \`# tessera trace 1\`" "tessera compile FILE --sched"
sed 's/^# tessera trace 1/# tessera trace 2/' kept.sched >new.sched
run replay new.sched p.tess
expect 2 "error[trace]: new.sched is a trace of version 2; this is version 1"
run compile p.tess --sched new.sched
expect 2 "error[trace]: new.sched is a trace of version 2; this is version 1"
sed 's/"version": 1/"version": 2/' out/kernel.evidence.json >new.evidence.json
run replay new.evidence.json p.tess
expect 2 "error[trace]: new.evidence.json is a trace of version 2; this is version 1"
printf '{"version": 1}\n' >new.evidence.json
run replay new.evidence.json p.tess
expect 2 "error[trace]: new.evidence.json is not a trace" "'program'"
printf 'steps' >new.evidence.json
run replay new.evidence.json p.tess
expect 2 "error[trace]: new.evidence.json is not a trace"
printf '# tessera trace 1\np = program.p\n' >new.sched
run replay new.sched p.tess
expect 2 "error[trace]: new.sched is not a trace: its head lacks \`# result: NAME HASH\`"
run replay nowhere.sched
expect 2 "error[file]: cannot read nowhere.sched"
run replay
expect 2 "error[usage]: TRACE is required" "tessera replay --help"
run replay --help
expect 0 "Usage: tessera replay [OPTIONS] TRACE [FILE]" "--changed" "--cpp" "-o,--output"

# A library whose folder has no name that a schedule could write.
sed -i 's/copy_four/copy4/' lib/lib.tess
cp -r lib my-lib
run compile p.tess --hwlib ./my-lib --sched s.sched -o mine
expect 0 "mine/kernel.c: 6 steps"
grep -qF "by=my_lib.copy4)" mine/kernel.sched || complain "the trace lacks my_lib.copy4"
run replay mine/kernel.sched --cpp mine/kernel.cpp
expect 0 "are those recorded"
grep -qF 'HardwareLibrary my_lib = session.hwlib("./my-lib");' mine/kernel.cpp || complain "the C++ lacks my_lib"
run show p.tess --hwlib ./lib --hwlib ./elsewhere/lib --sched s.sched
expect 2 "error[hwlib]: two libraries are called lib in schedules"
