def p(n: size, A: f32[n] @ DRAM):
    for i in seq(0, n):
        A[i] = 0.0
---- schedule
p = sink_alloc(p, 'A')
---- expect error sink_alloc.R1
A is an argument
