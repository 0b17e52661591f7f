def p(n: size, A: f32[n] @ DRAM):
    for i in seq(0, n / 4):
        for j in seq(0, n % 4):
            x: f32 @ DRAM
            x = A[4 * i + j]
            A[4 * i + j] = x + x
---- schedule
p = autolift_alloc(p, 'x', n_lifts=1, size=4, keep_dims=True)
---- expect
def p(n: size, A: f32[n] @ DRAM):
    for i in seq(0, n / 4):
        x: f32[4] @ DRAM
        for j in seq(0, n % 4):
            x[j] = A[4 * i + j]
            A[4 * i + j] = x[j] + x[j]
