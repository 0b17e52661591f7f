def p(n: size, x: f32[n] @ DRAM, y: f32[n] @ DRAM):
    c: f32 @ DRAM
    c = 1.0
    for i in seq(0, n):
        c = c * 3.0
        y[i] = c * x[i]
---- schedule
p = fission(p, 'c = _ #1')
---- expect error fission.S1
are independent
