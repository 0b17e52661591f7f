def p(n: size, A: f32[n] @ DRAM):
    x: f32[n + 1] @ DRAM
    for i in seq(0, n):
        x[i + 1] = A[i]
        if i > 0:
            A[i] = x[i]
---- schedule
p = sink_alloc(p, 'x')
---- expect error sink_alloc.S1
comes from another iteration
