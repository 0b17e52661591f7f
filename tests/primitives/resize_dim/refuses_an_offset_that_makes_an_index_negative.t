def f(n: size, dst: [f32][n] @ DRAM):
    pass
def p(n: size, A: f32[n] @ DRAM):
    x: f32[n + 1] @ DRAM
    f(n, x[0:n])
---- schedule
p = resize_dim(p, 'x', 0, 'n + 1', 1)
---- expect error resize_dim.S1
every window of x is in bounds
