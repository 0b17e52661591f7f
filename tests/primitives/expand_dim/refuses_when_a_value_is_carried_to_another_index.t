def p(n: size, A: f32[n] @ DRAM):
    x: f32 @ DRAM
    for i in seq(0, 1):
        x = 0.0
    for i in seq(0, n):
        A[i] = x
        x = A[i] + 1.0
---- schedule
p = expand_dim(p, 'x', 'n', 'i')
---- expect error expand_dim.S3
counterexample
