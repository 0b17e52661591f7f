def p(n: size, A: f32[2 * n]):
    for i in par(0, n):
        A[2 * i] = A[2 * i + 1]
---- expect
def p(n: size, A: f32[2 * n] @ DRAM):
    for i in par(0, n):
        A[2 * i] = A[2 * i + 1]
