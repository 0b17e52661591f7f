def f(dst: [f32][3] @ DRAM):
    assert stride(dst, 0) == 2
    for i in seq(0, 3):
        dst[i] = 1.0
def p(n: size, A: f32[n] @ DRAM):
    x: f32[3, 2] @ DRAM
    f(x[0:3, 1])
    A[0] = x[0, 1]
---- schedule
p = unroll_buffer(p, 'x', 1)
---- expect error unroll_buffer.S1
stride(dst, 0) == 2
