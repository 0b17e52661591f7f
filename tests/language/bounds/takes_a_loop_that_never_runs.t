def p(n: size, A: f32[n]):
    for i in seq(n, 0):
        A[n + i] = 0.0
---- expect
def p(n: size, A: f32[n] @ DRAM):
    for i in seq(n, 0):
        A[n + i] = 0.0
