def p(n: size, y: f32[n]):
    assert n <= 7
    t: f32[8]
    for i in seq(0, n):
        t[i] = 1.0
    for i in seq(0, n):
        t[i] += 1.0
    for i in seq(0, n):
        y[i] = t[i]
---- schedule
p = pad_loop(p, 'i #1', 8)
---- expect error pad_loop.S4
elements of t are written before they are read
