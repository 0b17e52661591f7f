def p(n: size, A: f32[n] @ DRAM):
    x: f32 @ DRAM
    x = 0.0
    for i in seq(0, n):
        A[i] = x
        x = A[i] + 1.0
---- schedule
p = expand_dim(p, 'x', 'n', 'n - 1')
p = expand_dim(p, 'x', 'n', '0')
p = lift_alloc(p, 'x', 1)
---- expect error expand_dim.S3
