def p(n: size, A: f32[n] @ DRAM):
    x: f32[n] @ DRAM
    A[0] = 0.0
---- schedule
p = sink_alloc(p, 'x')
---- expect error sink_alloc.R2
nothing uses x
