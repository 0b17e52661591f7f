# SPDX-License-Identifier: Apache-2.0
# The command line itself.

cat >p.tess <<'T'
def p(n: size, A: f32[n]):
    for i in seq(0, n):
        A[i] = 0.0
T
printf "p = rename(p, 'q')\n" >s.sched

run
expect 2 "error[usage]: a subcommand is required" "tessera --help"
run frobnicate p.tess
expect 2 "error[usage]: there is no subcommand 'frobnicate'" "tessera --help"
run show
expect 2 "error[usage]: FILE is required" "tessera show --help"
run show p.tess --frobnicate
expect 2 "error[usage]" "--frobnicate" "tessera show --help"
run verify p.tess
expect 2 "error[usage]: --sched is required"
run show p.tess --proc q
expect 2 "error[name]: p.tess holds no procedure 'q'"
run show p.tess --set mr
expect 2 "error[usage]: --set wants name=value, not 'mr'"
run show p.tess --sched s.sched --after 2
expect 2 "error[usage]: --after 2: the schedule has 1 step"
run show p.tess --after -1
expect 2 "error[usage]: --after: Value -1 not in range"

# Numbers without a sign: -1 is not the largest of them.
for number in -1 1e9 0x10 18446744073709551616; do
  for option in --work --seed; do
    run verify p.tess --sched s.sched $option $number
    expect 2 "error[usage]: $option: '$number' is not a whole number from 0 to 18446744073709551615" "tessera verify --help"
  done
done
run verify p.tess --sched s.sched --work 18446744073709551615
expect 0 "every output agrees"

run show p.tess --sched s.sched --after 0
expect 0 "def p(n: size"
run show p.tess --sched s.sched --after 1
expect 0 "def q(n: size"
run show p.tess --steps
expect 0 "no steps: p is as written; --sched names a schedule"
run show p.tess --sched s.sched --steps
expect 0 "   1  rename  s.sched:1:1"
run verify p.tess --sched s.sched
expect 0 "final procedure: accesses in bounds" "every output agrees"

run --help
expect 0 "tessera compile FILE.tess --sched S.sched" "exit codes: 0 done, 1 refused by a check, 2 bad usage or input, 3 undecided" "show" "verify"
run show --help
expect 0 "Usage: tessera show [OPTIONS] FILE" "--after" "--hwlib" "shipped name, or the path of a folder"
run compile --help
expect 0 "Usage: tessera compile [OPTIONS] FILE" "-o,--output" "--prefix"
run verify --help
expect 0 "Usage: tessera verify [OPTIONS] FILE" "--smt2"

# The version, and help under another name.
for flag in --version -V; do
  run $flag
  expect 0
  grep -qx 'tessera [0-9][0-9.]*' "$work/stdout" || complain "not the version alone"
done
run help
cp "$work/stdout" help
run --help
expect 0
cmp -s help "$work/stdout" || complain "another text than that of tessera help"
for command in show conv "hwlib check" "bench gemm" completion; do
  run help $command
  expect 0
  cp "$work/stdout" help
  run $command --help
  expect 0 "Usage: tessera $command"
  cmp -s help "$work/stdout" || complain "another text than that of tessera help $command"
done
run help shwo
expect 2 "error[usage]: there is no subcommand 'shwo'" "hint: did you mean \`show\`?"
run help hwlib chek
expect 2 "there is no subcommand 'chek'" "did you mean \`check\`? \`tessera hwlib --help\` lists them"

# Words that are near, and those of other tools.
while read -r word meant; do
  run $word p.tess
  expect 2 "error[usage]: there is no subcommand '$word'" "hint: did you mean \`$meant\`?"
done <<'T'
shwo show
prim primitives
Verify verify
build compile
autotune tune
benchmark bench
version --version
T
run hwlib chek avx2
expect 2 "there is no subcommand 'chek'" "did you mean \`check\`?"
run show p.tess --schedule s.sched
expect 2 "error[usage]: tessera show has no option --schedule" "hint: did you mean \`--sched\`? \`tessera show --help\` lists all"
run show p.tess --schedule=s.sched
expect 2 "error[usage]: tessera show has no option --schedule" "hint: did you mean \`--sched\`?"
run verify p.tess --schedule s.sched
expect 2 "did you mean \`--sched\`?"
run compile p.tess --target avx2
expect 2 "has no option --target" "did you mean \`--hwlib\`?"
run conv --hwlib avx2 --shape 8,4,5,5,1,1 --target avx2
expect 2 "has no option --hwlib" "did you mean \`--target\`?"
run bench gemm --shape s.csv
expect 2 "did you mean \`--shapes\`"
run show p.tess q.tess
expect 2 "error[usage]" "q.tess" "tessera show --help"

# One primitive, by any of its names.
run primitives divide_loop
expect 0 "p = divide_loop(p, loop, factor, names, tail=…, perfect=…)" "names    list of strings" "tail     string, optional" \
  "    S1  perfect: the factor divides the number of iterations" "    split (Halide, TVM)" "    tile (Halide, MLIR), with reorder_loops"
expect_no "reorder_loops(p"
run primitives rename --json
expect 0
expect_json '.name == "rename" and .parameters[0].kind == "string"'
run primitives split
expect 2 "error[usage]: there is no primitive 'split'" "did you mean \`divide_loop\`, known as split (Halide, TVM)?"
run primitives xyzzy --json
expect 2 "\`tessera primitives\` lists them"
expect_json '.error.code == "usage"'

run primitives --help
expect 0 "Usage: tessera primitives [OPTIONS]" "--json"
run primitives
expect 0 "reorder_loops(p, loops: " "S1"

# Numbers that are too large, and names that would be no names in C.
printf "p = rename(p, 'q{n}')\n" >name.sched
run show p.tess --sched name.sched --set n=99999999999999999999
expect 0 "def q99999999999999999999("
printf "x = 9223372036854775807 + 1\n" >large.sched
run show p.tess --sched large.sched
expect 2 "large.sched:1:5: error[schedule]: the result does not fit 64 bits"
printf "x = p.body()[4294967296]\n" >large.sched
run show p.tess --sched large.sched
expect 1 "error[cursor]: the block has 1 statement"
run compile p.tess --stem ../evil -o out
expect 2 "error[usage]: --stem: '../evil' is not a file name"
run compile p.tess --prefix '1 x' -o out
expect 2 "error[usage]: --prefix: '1 x' is not the start of a C name"
no_files out

# An output that cannot be written.
if [ -e /dev/full ]; then
  current="$case_name: tessera primitives >/dev/full"
  "$tessera" primitives >/dev/full 2>"$work/output"
  code=$?
  expect 2 "error[output]: cannot write to the standard output"
fi

# The fuzzer, which is a program of its own.
command=$tessera
tessera=$tessera-fuzz
for number in -1 1e9 0x10 18446744073709551616; do
  for option in --seed --count --case --compile-every --findings; do
    run --minutes 0.01 $option=$number
    expect 2 "error[usage]: $option: '$number' is not a whole number" "tessera-fuzz --help"
  done
done
run --minutes=-1
expect 2 "error[usage]: --minutes: Value -1 not in range"

run --kind steppes
expect 2 "error[usage]: --kind: there is no 'steppes'" "steps"
run --weaken fuse.S99
expect 2 "error[usage]: --weaken: there is not a condition 'fuse.S99'" "tessera primitives"
run --only fuze
expect 2 "error[usage]: --only: there is no primitive 'fuze'" "tessera primitives"
run --kind text --count 20
expect 0 "20 cases in"
tessera=$command
