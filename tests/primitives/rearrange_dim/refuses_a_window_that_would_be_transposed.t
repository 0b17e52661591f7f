def f(n: size, dst: [f32][n, n] @ DRAM):
    dst[0, 0] = 1.0
def p(n: size, A: f32[n] @ DRAM):
    x: f32[4, 4] @ DRAM
    f(2, x[0:2, 1:3])
---- schedule
p = rearrange_dim(p, 'x', [1, 0])
---- expect error rearrange_dim.R3
would change their order
