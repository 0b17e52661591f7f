def p(n: size, A: f32[n] @ DRAM):
    for i in seq(0, n):
        x: f32[i + 1] @ DRAM
        x[i] = A[i]
---- schedule
p = lift_alloc(p, 'x')
---- expect error lift_alloc.R2
mentions i
