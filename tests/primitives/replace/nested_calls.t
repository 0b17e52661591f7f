def one(n: size, A: [f32][n]):
    for i in seq(0, n):
        A[i] = 1.0
def rows(m: size, n: size, A: [f32][m, n]):
    for i in seq(0, m):
        one(n, A[i, 0:n])
def p(A: f32[4, 8]):
    for r in seq(0, 4):
        one(8, A[r, 0:8])
---- schedule
p = replace(p, 'for r in _: _', rows)
---- expect
def p(A: f32[4, 8] @ DRAM):
    rows(4, 8, A[0:4, 0:8])
