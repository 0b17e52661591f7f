def f(n: size, src: [f32][n] @ DRAM, dst: f32[n] @ DRAM):
    assert stride(src, 0) == 1
    for i in seq(0, n):
        dst[i] = src[i]
def p(n: size, A: [f32][n, 2] @ DRAM, B: f32[n] @ DRAM):
    assert stride(A, 0) == 1
    f(n, A[0:n, 0], B)
---- schedule
p = stage_mem(p, 'f(_)', 'A[0:n, 0:2]', 't')
---- expect error stage_mem.S5
stride(src, 0) == 1
