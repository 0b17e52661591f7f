def p(n: size, y: f32[n]):
    t: f32[n]
    for i in seq(0, n):
        t[i] = 1.0
    for i in seq(0, n):
        y[i] = t[i]
---- schedule
p = pad_loop(p, 'i', 'n + 1', zeros=True)
---- expect error pad_loop.S2
every access to t is in bounds
