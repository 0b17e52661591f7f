def f(x: f32 @ DRAM):
    pass
def p(n: size, A: f32[n] @ DRAM):
    x: f32[n] @ DRAM
    for i in seq(0, n):
        f(x[i])
---- schedule
p = resize_dim(p, 'x', 0, 1, 0)
---- expect error resize_dim.S1
passed on
