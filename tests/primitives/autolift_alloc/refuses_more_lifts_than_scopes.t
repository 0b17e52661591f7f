def p(n: size, A: f32[n] @ DRAM):
    x: f32 @ DRAM
    x = A[0]
---- schedule
p = autolift_alloc(p, 'x')
---- expect error autolift_alloc.R1
n_lifts is 1, and 0 loops and ifs are around x
