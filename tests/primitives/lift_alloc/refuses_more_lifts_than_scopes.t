def p(n: size, A: f32[n] @ DRAM):
    for i in seq(0, n):
        x: f32 @ DRAM
        x = A[i]
---- schedule
p = lift_alloc(p, 'x', n_lifts=2)
---- expect error lift_alloc.R1
n_lifts is 2, and 1 loop or if is around x
