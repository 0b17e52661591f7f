def f(n: size, x: f32[n + 1], y: f32[n + 1]):
    t: f32[n + 1]
    for i in seq(0, n):
        t[i] = x[i]
    for i in seq(0, n + 1):
        y[i] = t[i] + 1.0
---- schedule
---- expect error unwritten
t[i] is read before it is written (n = 1, i = 1)
