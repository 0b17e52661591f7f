def one(n: size, A: [f32][n]):
    for i in seq(0, n):
        A[i] = 1.0
def halves(n: size, A: [f32][2 * n]):
    one(n, A[0:n])
    one(n, A[n:2 * n])
def p(A: f32[4, 8]):
    for r in seq(0, 4):
        one(4, A[r, 0:4])
        one(4, A[r, 4:8])
---- schedule
p = replace(p, 'one(_)', halves)
---- expect
def p(A: f32[4, 8] @ DRAM):
    for r in seq(0, 4):
        halves(4, A[r, 0:8])
