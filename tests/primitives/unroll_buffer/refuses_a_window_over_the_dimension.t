def f(dst: [f32][2] @ DRAM):
    dst[0] = 1.0
def p(n: size, A: f32[n] @ DRAM):
    x: f32[2, n] @ DRAM
    f(x[0:2, 0])
    A[0] = x[0, 0]
---- schedule
p = unroll_buffer(p, 'x', 0)
---- expect error unroll_buffer.R3
dimension 0 is an interval here
