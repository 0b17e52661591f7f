def p(n: size, A: f32[n] @ DRAM):
    for i in seq(0, n):
        x: f32 @ DRAM
        x = A[i]
        A[i] = x + x
---- schedule
p = expand_dim(p, 'x', 'n', 'i - 1')
---- expect error expand_dim.S1
counterexample
