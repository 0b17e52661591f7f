def p(n: size, A: f32[n] @ DRAM, B: f32[n] @ DRAM):
    for j in seq(0, n):
        x: f32[1] @ DRAM
        for i in seq(0, 1):
            x[0] = 0.0
        for i in seq(0, n):
            x[0] += A[i]
        for i in seq(0, 1):
            B[j] = x[0]
---- schedule
p = expand_dim(p, 'x', 'n', 'i')
---- expect error expand_dim.S3
counterexample
