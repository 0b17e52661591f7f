def p(n: size, A: f32[n] @ DRAM, B: f32[n, 8] @ DRAM):
    for k in seq(0, 2):
        for i in seq(1, n):
            for j in seq(0, 8):
                x: f32 @ DRAM
                x = A[i]
                x += B[i, j]
                B[i, j] = x + x
---- schedule
p = autolift_alloc(p, 'x', n_lifts=3, keep_dims=True)
---- expect
def p(n: size, A: f32[n] @ DRAM, B: f32[n, 8] @ DRAM):
    x: f32[n - 1, 8] @ DRAM
    for k in seq(0, 2):
        for i in seq(1, n):
            for j in seq(0, 8):
                x[i - 1, j] = A[i]
                x[i - 1, j] += B[i, j]
                B[i, j] = x[i - 1, j] + x[i - 1, j]
