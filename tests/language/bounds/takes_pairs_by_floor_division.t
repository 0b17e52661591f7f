def p(n: size, A: f32[n]):
    for i in seq(0, n / 2):
        A[2 * i + 1] = 0.0
---- expect
def p(n: size, A: f32[n] @ DRAM):
    for i in seq(0, n / 2):
        A[2 * i + 1] = 0.0
