def f(n: size, dst: [f32][n] @ DRAM):
    for i in seq(0, n):
        dst[i] = 1.0
def p(n: size, A: f32[n, 4] @ DRAM):
    for i in seq(0, n):
        f(1, A[i:i + 1, 0])
---- schedule
p = stage_mem(p, 'f(_)', 'A[i, 0]', 't')
---- expect error stage_mem.R3
dimension 0
