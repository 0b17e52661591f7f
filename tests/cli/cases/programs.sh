# SPDX-License-Identifier: Apache-2.0
# Programs that are refused before any schedule: where, the line, what was expected, what would break.

cat >syntax.tess <<'T'
def p(n: size, A: f32[n]):
    for i in seq(0 n):
        A[i] = 0.0
T
run show syntax.tess
expect 2 "syntax.tess:2:20: error[syntax]: expected ')', found \`n\`" "      for i in seq(0 n):" "                     ^"
run compile syntax.tess -o out
expect 2 "error[syntax]"
no_files out

cat >name.tess <<'T'
def p(n: size, Alpha: f32[n]):
    for i in seq(0, n):
        Alhpa[i] = 0.0
T
run show name.tess
expect 2 "name.tess:3:9: error[name]: unknown name \`Alhpa\`" "          Alhpa[i] = 0.0" "          ^" "did you mean \`Alpha\`?"

cat >type.tess <<'T'
def p(n: size, A: f32[n]):
    for i in seq(0, n):
        A[i] = i
T
run compile type.tess -o out
expect 2 "type.tess:3:16: error[type]: \`i\` is a control variable (index): data cannot depend on it" "                 ^"
no_files out

cat >bounds.tess <<'T'
def p(n: size, A: f32[n]):
    for i in seq(0, n):
        A[i + 1] = 0.0
T
run compile bounds.tess -o out
expect 1 "bounds.tess:3:9: error[bounds]: not always true: A[i + 1] lies in A" "counterexample: n = 1, i = 0" \
  "[replayed: A[i + 1] is out of bounds: index i + 1 of dimension 0 is 1, the extent is 1]" "hint: state what the sizes must satisfy"
no_files out

# Extents of arguments have no statement to point at.
cat >extent.tess <<'T'
def p(n: size, m: size, A: f32[n - m]):
    pass
T
run show extent.tess
expect 1 "extent.tess:1:25: error[bounds]: not always true: the extent n - m of A is not negative" "n = 1, m = 2"

# An instruction's body is a program like any other.
cat >instruction.tess <<'T'
@instr("fill({dst_data});")
def fill(dst: [f32][4]):
    for i in seq(0, 5):
        dst[i] = 1.0
def p(A: f32[4]):
    fill(A[0:4])
T
run show instruction.tess
expect 1 "instruction.tess:4:9: error[bounds]: not always true: dst[i] lies in dst" "i = 4"

# Fermat: true for all sizes, and beyond the solver. Undecided is never taken for proved.
cat >fermat.tess <<'T'
def p(n: size, m: size, k: size, A: f32[n]):
    assert n * n * n + m * m * m == k * k * k
    A[n] = 0.0
T
run compile fermat.tess -o out
expect 3 "fermat.tess:3:5: error[bounds]: undecided: A[n] lies in A" "no answer within"
no_files out

printf 'memory M:\n    storage stack\n' >none.tess
run show none.tess
expect 2 "error[name]: none.tess holds no procedure"

# The next step depends on what was asked.
cat >calls.tess <<'T'
def f(n: size, x: [f32][n], y: [f32][n]):
    for i in seq(0, n):
        x[i] += y[i]
def p(n: size, A: f32[n]):
    f(n, A[0:n], A[0:n])
T
run show calls.tess
expect 1 "error[alias]" "hint: pass parts that do not overlap"
cat >par.tess <<'T'
def p(n: size, A: f32[n], s: f32[1]):
    for i in par(0, n):
        s[0] += A[i]
T
run show par.tess
expect 1 "error[parallel]" "hint: use seq"
cat >assert.tess <<'T'
def f(n: size):
    assert n % 4 == 0
    pass
def p(n: size):
    f(n)
T
run show assert.tess
expect 1 "error[assert]" "hint: pass other arguments"
