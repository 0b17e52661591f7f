def p(n: size, A: f32[n, 8] @ DRAM):
    for i in seq(0, n):
        for j in seq(0, 8):
            x: f32[2] @ DRAM
            x[1] = A[i, j]
            A[i, j] = x[1]
---- schedule
p = autolift_alloc(p, 'x', n_lifts=2, mode='col', keep_dims=True)
---- expect
def p(n: size, A: f32[n, 8] @ DRAM):
    x: f32[2, n, 8] @ DRAM
    for i in seq(0, n):
        for j in seq(0, 8):
            x[1, i, j] = A[i, j]
            A[i, j] = x[1, i, j]
