def p(n: size, A: f32[n] @ DRAM):
    for i in seq(0, n):
        x: f32 @ DRAM
        x = A[i]
        A[i] = x + x
---- schedule
p = autolift_alloc(p, 'x', size=4, keep_dims=True)
---- expect error autolift_alloc.S2
counterexample
