def p(n: size, A: f32[n] @ DRAM):
    for i in seq(0, n):
        if i < 4:
            x: f32[n] @ DRAM
        A[i] = 0.0
---- schedule
p = lift_alloc(p, 'x', n_lifts=2)
---- expect
def p(n: size, A: f32[n] @ DRAM):
    x: f32[n] @ DRAM
    for i in seq(0, n):
        if i < 4:
            pass
        A[i] = 0.0
