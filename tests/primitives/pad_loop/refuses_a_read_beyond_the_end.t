def p(n: size, x: f32[n], y: f32[n]):
    assert n <= 8
    t: f32[8]
    for i in seq(0, n):
        t[i] = x[i]
    for i in seq(0, n):
        y[i] = t[i]
---- schedule
p = pad_loop(p, 'i', 8)
---- expect error pad_loop.S2
every access to x is in bounds
