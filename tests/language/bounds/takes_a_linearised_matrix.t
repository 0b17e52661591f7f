def p(n: size, m: size, A: f32[8 * n]):
    for i in seq(0, n):
        for j in seq(0, 8):
            A[8 * i + j] = 0.0
---- expect
def p(n: size, m: size, A: f32[8 * n] @ DRAM):
    for i in seq(0, n):
        for j in seq(0, 8):
            A[8 * i + j] = 0.0
