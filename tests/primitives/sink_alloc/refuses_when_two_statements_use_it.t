def p(n: size, A: f32[n] @ DRAM):
    x: f32 @ DRAM
    for i in seq(0, n):
        x = A[i]
    A[0] = x
---- schedule
p = sink_alloc(p, 'x')
---- expect error sink_alloc.R2
2 statements use x here
