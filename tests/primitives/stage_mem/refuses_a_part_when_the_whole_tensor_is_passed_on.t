def f(n: size, dst: f32[n] @ DRAM):
    for i in seq(0, n):
        dst[i] = 1.0
def p(n: size, A: f32[n] @ DRAM):
    f(n, A)
---- schedule
p = stage_mem(p, 'f(_)', 'A[0:1]', 't')
---- expect error stage_mem.R3
the whole of A is passed on
