def p(n: size, A: f32[4 * n, 4 * n]):
    for b in seq(0, n):
        w = A[4 * b:4 * b + 4, 4 * b:4 * b + 4]
        for i in seq(0, 4):
            w[i, i] = 1.0
---- expect
def p(n: size, A: f32[4 * n, 4 * n] @ DRAM):
    for b in seq(0, n):
        w = A[4 * b:4 * b + 4, 4 * b:4 * b + 4]
        for i in seq(0, 4):
            w[i, i] = 1.0
