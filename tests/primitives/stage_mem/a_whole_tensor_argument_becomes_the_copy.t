def f(n: size, dst: f32[n] @ DRAM):
    for i in seq(0, n):
        dst[i] = 1.0
def p(n: size, A: f32[n] @ DRAM):
    f(n, A)
---- schedule
p = stage_mem(p, 'f(_)', 'A', 'a')
---- expect
def p(n: size, A: f32[n] @ DRAM):
    a: f32[n] @ DRAM
    f(n, a)
    for i0 in seq(0, n):
        A[i0] = a[i0]
