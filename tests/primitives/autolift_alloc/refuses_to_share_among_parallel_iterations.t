def p(n: size, A: f32[n] @ DRAM, B: f32[n] @ DRAM):
    for i in par(0, n):
        for j in seq(0, n):
            x: f32 @ DRAM
            y: f32 @ DRAM
            x = A[j]
            y = x
            B[i] = y
---- schedule
p = autolift_alloc(p, 'x', n_lifts=2, keep_dims=True)
---- expect error autolift_alloc.S3
the parallel loop i
