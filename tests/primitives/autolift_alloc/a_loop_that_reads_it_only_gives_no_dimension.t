def p(m: size, n: size, A: f32[m, n], B: f32[n], C: f32[m, n]):
    for i in seq(0, m):
        for j in seq(0, n):
            x: f32
            x = B[j]
            C[i, j] = x + A[i, j]
---- schedule
p = autolift_alloc(p, 'x', n_lifts=2, keep_dims=True)
---- expect
def p(m: size, n: size, A: f32[m, n] @ DRAM, B: f32[n] @ DRAM, C: f32[m, n] @ DRAM):
    x: f32[n] @ DRAM
    for i in seq(0, m):
        for j in seq(0, n):
            x[j] = B[j]
            C[i, j] = x[j] + A[i, j]
