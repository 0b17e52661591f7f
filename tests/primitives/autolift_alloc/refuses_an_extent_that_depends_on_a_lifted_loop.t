def p(n: size, A: f32[n] @ DRAM):
    for i in seq(0, n):
        for j in seq(0, i):
            x: f32 @ DRAM
            x = A[j]
            A[i] = x
---- schedule
p = autolift_alloc(p, 'x', n_lifts=2, keep_dims=True)
---- expect error autolift_alloc.R3
the extent i mentions i
