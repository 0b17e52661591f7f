def p(n: size, k: size, x: f32[k], y: f32[n]):
    assert n <= 8
    t: f32[8]
    for i in seq(0, n):
        t[i] = 1.0
    for j in seq(0, k):
        for i in seq(0, n):
            t[i] += x[j]
            t[i] += 2.0
    for i in seq(0, n):
        y[i] = t[i]
---- schedule
p = pad_loop(p, 'i', 8)
p = pad_loop(p, 'i #1', 8)
---- expect
def p(n: size, k: size, x: f32[k] @ DRAM, y: f32[n] @ DRAM):
    assert n <= 8
    t: f32[8] @ DRAM
    for i in seq(0, 8):
        t[i] = 1.0
    for j in seq(0, k):
        for i in seq(0, 8):
            t[i] += x[j]
            t[i] += 2.0
    for i in seq(0, n):
        y[i] = t[i]
