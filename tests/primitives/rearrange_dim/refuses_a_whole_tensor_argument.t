def f(n: size, dst: f32[n, n] @ DRAM):
    dst[0, 0] = 1.0
def p(n: size, A: f32[n] @ DRAM):
    x: f32[4, 4] @ DRAM
    f(4, x)
---- schedule
p = rearrange_dim(p, 'x', [1, 0])
---- expect error rearrange_dim.R3
the whole of x is passed on
