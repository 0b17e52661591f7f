def f(dst: [f32][3] @ DRAM):
    for i in seq(0, 3):
        dst[i] = 1.0
def p(n: size, A: f32[n] @ DRAM):
    x: f32[n + 3] @ DRAM
    for i in seq(0, n):
        f(x[i:i + 3])
        A[i] = x[i]
---- schedule
p = resize_dim(p, 'x', 0, 4, 0, fold=True)
---- expect error resize_dim.S1
counterexample
