config Cfg:
    n: index
def load(n: size, dst: [f32][n], src: [f32][n]):
    for i in seq(0, n):
        dst[i] = src[i]
def scaled(dst: [f32][4]):
    for i in seq(0, Cfg.n):
        if i < 4:
            dst[i] += 1.0
def p(A: f32[8, 4], C: f32[8, 4, 4]):
    for i in seq(0, 8):
        for j in seq(0, 4):
            for k in seq(0, 4):
                x: f32[16]
                load(4, x[4 * j:4 * j + 4], A[i, 0:4])
                Cfg.n = k
                scaled(x[4 * j:4 * j + 4])
                C[i, j, k] = x[4 * j]
---- schedule
p = autolift_alloc(p, 'x', n_lifts=3, keep_dims=True)
---- expect
def p(A: f32[8, 4] @ DRAM, C: f32[8, 4, 4] @ DRAM):
    x: f32[8, 4, 16] @ DRAM
    for i in seq(0, 8):
        for j in seq(0, 4):
            for k in seq(0, 4):
                load(4, x[i, k, 4 * j:4 * j + 4], A[i, 0:4])
                Cfg.n = k
                scaled(x[i, k, 4 * j:4 * j + 4])
                C[i, j, k] = x[i, k, 4 * j]
