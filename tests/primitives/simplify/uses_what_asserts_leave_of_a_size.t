def p(M: size, n: size, A: f32[M], B: f32[n]):
    assert M > 1 and M < 3
    assert n < 3
    for i in seq(0, M):
        A[i] = 1.0
    for i in seq(0, n):
        B[i] = 1.0
---- schedule
p = simplify(p)
---- expect
def p(M: size, n: size, A: f32[M] @ DRAM, B: f32[n] @ DRAM):
    assert M > 1 and M < 3
    assert n < 3
    for i in seq(0, 2):
        A[i] = 1.0
    for i in seq(0, n):
        B[i] = 1.0
