def p(n: size, A: f32[n] @ DRAM):
    for i in seq(0, n):
        x: f32 @ DRAM
        x = A[i]
---- schedule
p = lift_alloc(p, 'x', n_lifts=2)
---- expect error lift_alloc.R1
2 lifts are asked for, 1 loops and ifs
