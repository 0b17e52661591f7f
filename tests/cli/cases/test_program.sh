# SPDX-License-Identifier: Apache-2.0
# compile --test: a program that passes on the kernel, and fails on a broken one.
cat >p.tess <<'END'
def rows(n: size, m: size, a: f32, A: [f32][n, m], y: f32[n], z: f32[n]):
    assert m % 3 == 0
    for i in seq(0, n):
        z[i] = a
        for j in seq(0, m):
            y[i] += A[i, j]
END
run compile p.tess --test -o out
expect 0
[ -s out/rows_test.c ] || complain "out/rows_test.c is missing"
build() { gcc -std=c11 -Wall -Wextra -Werror -w out/rows_test.c out/rows.c -o out/rows_test >"$work/output" 2>&1 || complain "gcc"; }
# program CODE TEXT...: like run and expect, for the test program.
program() {
  current="$case_name: rows_test after '$broken'"
  build
  out/rows_test 2e7 >"$work/output" 2>&1
  code=$?
  expect "$@"
}
broken=nothing
program 0 "rows: " " runs, " " sizes, ok"
# break_it SCRIPT CODE TEXT...: the C changed by sed.
break_it() {
  broken=$1
  cp out/rows.c good.c
  sed -i "$broken" out/rows.c
  cmp -s good.c out/rows.c && complain "sed changed nothing"
  shift
  program "$@"
  cp good.c out/rows.c
}
break_it 's/A.strides\[0\]/m/' 1 "rows: FAILED at n = 2, m = 3 (operands end at a guard page, rows of windows padded): y[1] is"
break_it 's/j < m/j <= m/' 1 "rows: FAILED at n = 1, m = 3 (operands end at a guard page): an access outside of the operands, near A (after"
break_it 's/int64_t j = 0/int64_t j = -1/' 1 "FAILED"
break_it 's/= a;/+= a;/' 1 "z[0] is nan, expected"
break_it 's/z\[i\] = a;/z[i] = a; z[i + 1] = a;/' 1 "after its last element"
break_it 's/z\[i\] = a;/z[i] = a; *(float *)\&A.data[0] += 1;/' 1 "A[0, 0] is"
break_it 's/z\[i\] = a;/if (n > 1 \&\& A.strides[0] > m) *(float *)\&A.data[m] = 1; z[i] = a;/' 1 "the gaps between the elements of A were written"
break_it 's/y\[i\] += \(.*\);/y[i] = \1;/' 1 "y[0] is"

# Where the C library protects no memory there are canaries, which show writes.
printf '#define _DEFAULT_SOURCE\n#include <unistd.h>\n#undef _POSIX_MEMORY_PROTECTION\n' >bare.h
build() { gcc -std=c11 -Wall -Wextra -Werror -include bare.h out/rows_test.c out/rows.c -o out/rows_test >"$work/output" 2>&1 || complain "gcc"; }
broken=nothing
program 0 "rows: " " runs, " " sizes, ok"
break_it 's/z\[i\] = a;/z[i] = a; z[i + 1] = a;/' 1 "rows: FAILED at n = 1, m = 3 (operands end at a canary): memory 0 bytes after z was written"
break_it 's/z\[i\] = a;/z[i] = a; z[i - 900] = a;/' 1 "before z was written"

cat >state.tess <<'END'
config S:
    x: f32
def state(y: f32[4]):
    for i in seq(0, 4):
        y[i] = S.x
END
run compile state.tess --test -o none
expect 1 "error[test]: state uses a configuration, for which no test program is written" "hint: leave --test out"
no_files none
cat >none.tess <<'END'
def none(n: size):
    pass
END
run compile none.tess --test -o none
expect 1 "error[test]: none has no operands to test"
no_files none

# Arithmetic that rounds: the kernel passes, and what is wrong by more than rounding fails, in any type.
echo '_Float16 x;' >half.c
types="f32 f64"
gcc -std=c11 -c half.c -o half.o 2>"$work/output" && types="f16 $types"
for type in $types; do
  cat >tenth.tess <<END
def tenth(n: size, m: size, A: $type[n, m], y: $type[n]):
    for i in seq(0, n):
        y[i] = 0.0
        for j in seq(0, m):
            y[i] += 0.01 * A[i, j]
END
  run compile tenth.tess --test -o tenth
  expect 0
  tenth() {
    current="$case_name: tenth_test for $type after '$1'"
    sed "$1" tenth/tenth.c >tenth/changed.c
    gcc -std=c11 -Wall -Wextra -Werror tenth/tenth_test.c tenth/changed.c -lm -o tenth/test >"$work/output" 2>&1 ||
      complain "gcc"
    tenth/test 2e6 >"$work/output" 2>&1
    code=$?
    shift
    expect "$@"
  }
  tenth '' 0 "sizes, ok" "(within rounding: the arithmetic is not exact)"
  tenth 's/A\[/0 * A[/' 1 "tenth: FAILED at n = 1, m = 1"
  tenth 's/j < m/j < m - (m > 2)/' 1 "tenth: FAILED at n = 1, m = 3"
done

# Where rounding could hide anything the program does not say ok.
cat >long.tess <<'END'
def long(x: f32[10000], y: f32[1]):
    for k in seq(0, 100):
        for i in seq(0, 10000):
            y[0] += 0.1 * x[i]
END
run compile long.tess --test -o long
expect 0
gcc -std=c11 -w long/long_test.c long/long.c -lm -o long/test >"$work/output" 2>&1 || complain "gcc"
long/test 1e9 >"$work/output" 2>&1
code=$?
expect 2 "long: cannot run: no size was run"

# A procedure without loops: nothing in its test program is unused.
cat >one.tess <<'END'
def one(A: f32[8]):
    A[0] = 1.0
END
run compile one.tess --test -o out
expect 0
if command -v clang >/dev/null; then
  clang -std=c11 -Wall -Wextra -Werror -c out/one_test.c -o out/one_test.o >"$work/output" 2>&1 || complain "clang"
fi

# Two numbers in a byte: operands of halves, between gaps of halves.
cat >p.tess <<'NIBBLES'
def halve(k: size, from: [ui4][k], to: [ui4][k]):
    for j in seq(0, k):
        to[j] = shift_right(from[j], 1)

def rows(n: size, m: size, A: [ui4][n, m], z: [ui4][n, m]):
    assert stride(A, 0) % 2 == 0
    assert stride(z, 0) % 2 == 0
    for i in seq(0, n):
        halve(m, A[i, :], z[i, :])
NIBBLES
run compile p.tess --test -o out
expect 0
build() { gcc -std=c11 -Wall -Wextra -Werror -w out/rows_test.c out/rows.c -o out/rows_test >"$work/output" 2>&1 || complain "gcc"; }
broken=nothing
program 0 "rows: " " runs, " " sizes, ok"
break_it 's/& ~(15 << shift)/\& 0/' 1 "rows: FAILED at"
break_it 's/j < k/j <= k/' 1 "rows: FAILED at n = 1, m = 1 (operands end at a guard page, windows with gaps everywhere): an access outside of the operands, near A"
break_it 's/: x >> count/: x >> count | 8/' 1 "z[0, 0] is"
