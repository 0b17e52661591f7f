def p(n: size, A: f32[n] @ DRAM):
    if n > 4:
        x: f32[n - 4] @ DRAM
        x[0] = A[0]
        A[1] = x[0]
---- schedule
p = lift_alloc(p, 'x')
---- expect error lift_alloc.S1
counterexample
