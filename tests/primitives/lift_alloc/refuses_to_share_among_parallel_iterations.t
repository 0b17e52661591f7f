def p(n: size, A: f32[n] @ DRAM):
    for i in par(0, n):
        x: f32 @ DRAM
        x = A[i]
        A[i] = x + x
---- schedule
p = lift_alloc(p, 'x')
---- expect error lift_alloc.S2
parallel loop i
