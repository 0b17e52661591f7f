def p(n: size, A: f32[n] @ DRAM):
    x: f32 @ DRAM
    for i in seq(0, n):
        if i == 0:
            x = 0.0
        x += A[i]
        A[i] = x
---- schedule
p = sink_alloc(p, 'x')
---- expect error sink_alloc.S1
counterexample
