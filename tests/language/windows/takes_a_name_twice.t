def p(n: size, A: f32[n, 4]):
    w = A[0, 0:4]
    w[3] = 1.0
    w = A[n - 1, 0:2]
    w[1] = 1.0
---- expect
def p(n: size, A: f32[n, 4] @ DRAM):
    w = A[0, 0:4]
    w[3] = 1.0
    w_1 = A[n - 1, 0:2]
    w_1[1] = 1.0
