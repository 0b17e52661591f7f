def p(n: size, A: f32[n] @ DRAM):
    for i in seq(0, n):
        x: f32 @ DRAM
        x = A[i]
---- schedule
p = autolift_alloc(p, 'x', mode='diagonal')
---- expect error autolift_alloc.R2
there is no mode 'diagonal'
