def p(n: size, A: f32[n] @ DRAM, B: f32[n, 8] @ DRAM):
    for i in seq(0, n):
        for j in seq(0, 8):
            x: f32[2] @ DRAM
            x[1] = A[i]
            B[i, j] = x[1]
---- schedule
p = autolift_alloc(p, 'x', n_lifts=2, keep_dims=False)
---- expect
def p(n: size, A: f32[n] @ DRAM, B: f32[n, 8] @ DRAM):
    x: f32[2] @ DRAM
    for i in seq(0, n):
        for j in seq(0, 8):
            x[1] = A[i]
            B[i, j] = x[1]
