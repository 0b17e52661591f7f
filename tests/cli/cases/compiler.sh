# SPDX-License-Identifier: Apache-2.0
# A compiler that is missing, or that does not accept the C: nothing is written.
cat >copy.tess <<'END'
def copy(n: size, x: f32[n], y: f32[n]):
    for i in seq(0, n):
        y[i] = x[i]
END
mkdir broken
cat >broken/a.tess <<'END'
@instr("no_such_function(&{dst_data}, &{src_data});")
def four(dst: [f32][4] @ DRAM, src: [f32][4] @ DRAM):
    for i in seq(0, 4):
        dst[i] = src[i]
END
cat >copy.sched <<'END'
p = partial_eval(p, [4])
p = replace(p, 'for i in _: _', four)
END
run compile copy.tess --cc no-such-compiler -o out
expect 2 "there is no compiler 'no-such-compiler'" "hint:"
no_files out
run compile copy.tess --hwlib ./broken --sched copy.sched --cc gcc -o out
expect 1 "error[compiler]" "no_such_function" "nothing was written"
no_files out
TMPDIR=$PWD/nowhere run compile copy.tess --cc gcc -o out
expect 2 "error[output]: cannot make a temporary folder" "hint: set TMPDIR"
no_files out
run compile copy.tess --cc gcc -o good
expect 0 "steps"

# What a rewrite may make, compilers warn about.
cat >twice.sched <<'END'
p = specialize(p, 'for i in _: _', ['n <= n', 'n == n'])
END
run compile copy.tess --sched twice.sched --cc gcc --cc clang -o twice
expect 0 "steps"
