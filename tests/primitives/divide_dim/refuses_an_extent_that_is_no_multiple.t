def p(n: size, A: f32[n] @ DRAM):
    x: f32[n] @ DRAM
    for i in seq(0, n):
        x[i] = A[i]
        A[i] = x[i] + x[i]
---- schedule
p = divide_dim(p, 'x', 0, 4)
---- expect error divide_dim.S1
counterexample
