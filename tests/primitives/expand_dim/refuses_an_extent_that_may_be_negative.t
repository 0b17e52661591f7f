def p(n: size, A: f32[n] @ DRAM):
    x: f32 @ DRAM
    for i in seq(0, n - 4):
        x = A[i]
        A[i] = x + x
---- schedule
p = expand_dim(p, 'x', 'n - 4', 'i')
---- expect error expand_dim.S2
counterexample
