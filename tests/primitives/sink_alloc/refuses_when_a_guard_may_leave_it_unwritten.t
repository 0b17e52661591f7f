def p(n: size, A: f32[n] @ DRAM):
    x: f32[4] @ DRAM
    for i in seq(0, n):
        for j in seq(0, 4):
            if i + j < 5:
                x[j] = A[i]
        for j in seq(0, 4):
            A[i] = x[j]
---- schedule
p = sink_alloc(p, 'x')
---- expect error sink_alloc.S1
counterexample
