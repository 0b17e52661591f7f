def f(n: size, dst: [f32][n] @ DRAM):
    for i in seq(0, n):
        dst[i] = 1.0
def p(n: size, A: [f32][n, 4] @ DRAM):
    assert stride(A, 0) == 4
    assert stride(A, 1) == 1
    f(4, A[0, 0:4])
---- schedule
p = set_window(p, 'A', False)
---- expect
def p(n: size, A: f32[n, 4] @ DRAM):
    assert stride(A, 0) == 4
    assert stride(A, 1) == 1
    f(4, A[0, 0:4])
