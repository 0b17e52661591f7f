def p(n: size, A: f32[n] @ DRAM):
    x: f32[n] @ DRAM
    w = x[0:n]
    for i in seq(0, n):
        w[i] = A[i]
---- schedule
p = sink_alloc(p, 'x')
---- expect error sink_alloc.R2
x is used here, by no loop or if
