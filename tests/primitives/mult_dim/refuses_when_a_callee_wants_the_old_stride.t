def f(dst: [f32][4] @ DRAM):
    assert stride(dst, 0) == 6
    for i in seq(0, 4):
        dst[i] = 1.0
def p(n: size, A: f32[n] @ DRAM):
    x: f32[4, 2, 3] @ DRAM
    f(x[0:4, 0, 0])
    A[0] = x[0, 0, 0]
---- schedule
p = mult_dim(p, 'x', 1, 0)
---- expect error mult_dim.S1
stride(dst, 0) == 6
