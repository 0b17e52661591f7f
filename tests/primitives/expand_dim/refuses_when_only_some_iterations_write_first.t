def p(n: size, A: f32[n] @ DRAM):
    x: f32 @ DRAM
    for i in seq(0, n):
        if i < 2:
            x = A[i]
        A[i] = x
---- schedule
p = expand_dim(p, 'x', 'n', 'i')
---- expect error expand_dim.S3
counterexample
