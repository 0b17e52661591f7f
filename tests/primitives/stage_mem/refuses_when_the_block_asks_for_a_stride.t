def f(n: size, dst: [f32][n] @ DRAM):
    for i in seq(0, n):
        if stride(dst, 0) == 1:
            dst[i] = 1.0
def p(n: size, A: f32[n, 4] @ DRAM):
    f(n, A[0:n, 0])
---- schedule
p = stage_mem(p, 'f(_)', 'A[0:n, 0]', 't')
---- expect error stage_mem.R4
strides of its own
