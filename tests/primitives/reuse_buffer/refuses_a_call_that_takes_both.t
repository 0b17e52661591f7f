def f(n: size, dst: [f32][n] @ DRAM, src: [f32][n] @ DRAM):
    for i in seq(0, n):
        dst[i] = src[i]
def p(n: size, A: f32[n] @ DRAM):
    x: f32[n] @ DRAM
    f(n, x, A)
    y: f32[n] @ DRAM
    f(n, y, x)
    f(n, A, y)
---- schedule
p = reuse_buffer(p, 'x', 'y')
---- expect error reuse_buffer.S4
do not overlap
