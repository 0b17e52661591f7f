def p(n: size, y: f32[n]):
    t: f32[n]
    for i in seq(0, n):
        t[i] = 1.0
    for i in seq(0, n):
        y[i] = t[i]
---- schedule
p = pad_loop(p, 'i', 4)
---- expect error pad_loop.S1
new end is at the old one or later
counterexample
