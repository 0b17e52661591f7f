def f(dst: [f32][2] @ DRAM):
    dst[0] = 1.0
def p(n: size, A: f32[n] @ DRAM):
    x: f32[2] @ DRAM
    f(x)
    A[0] = x[0]
---- schedule
p = unroll_buffer(p, 'x', 0)
---- expect error unroll_buffer.R4
the whole of x is passed on
