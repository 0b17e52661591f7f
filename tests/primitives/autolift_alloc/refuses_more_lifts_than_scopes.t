def p(n: size, A: f32[n] @ DRAM):
    x: f32 @ DRAM
    x = A[0]
---- schedule
p = autolift_alloc(p, 'x')
---- expect error autolift_alloc.R1
1 lifts are asked for, 0 loops
