def p(n: size, A: f32[n] @ DRAM):
    x: f32 @ DRAM
    if n < 4:
        for i in seq(0, n):
            x = A[i]
    else:
        for i in seq(0, 4):
            x = A[i]
---- schedule
p = sink_alloc(p, 'x', 2)
---- expect error sink_alloc.R2
both branches use it
