def p(A: f32[8, 4], C: f32[8, 4]):
    for i in seq(0, 8):
        for j in seq(0, 4):
            res: f32
            res = 0.0
            a: f32
            a = A[i, j]
            res += a
            C[i, j] = res
---- schedule
p = autolift_alloc(p, 'res', n_lifts=2, keep_dims=True)
---- expect
def p(A: f32[8, 4] @ DRAM, C: f32[8, 4] @ DRAM):
    res: f32[8, 4] @ DRAM
    for i in seq(0, 8):
        for j in seq(0, 4):
            res[i, j] = 0.0
            a: f32 @ DRAM
            a = A[i, j]
            res[i, j] += a
            C[i, j] = res[i, j]
