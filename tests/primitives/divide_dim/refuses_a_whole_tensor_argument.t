def f(n: size, dst: f32[n] @ DRAM):
    dst[0] = 1.0
def p(n: size, A: f32[n] @ DRAM):
    x: f32[4] @ DRAM
    f(4, x)
---- schedule
p = divide_dim(p, 'x', 0, 2)
---- expect error divide_dim.R3
the whole of x is passed on
