def p(n: size, A: f32[n]):
    w = A[n:n]
    for i in seq(0, 0):
        w[i] = 1.0
---- expect
def p(n: size, A: f32[n] @ DRAM):
    w = A[n:n]
    for i in seq(0, 0):
        w[i] = 1.0
