def p(n: size, x: f32[n] @ DRAM, y: f32[n] @ DRAM, s: f32[1] @ DRAM):
    c: f32 @ DRAM
    for i in seq(0, n):
        c = s[0] * 3.0
        y[i] = c * x[i]
        s[0] = y[i]
---- schedule
p = fission(p, 'c = _')
---- expect error fission.S1
are independent
