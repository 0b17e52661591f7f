def f(n: size, x: f32[n], y: f32):
    s: f32
    for i in seq(0, n):
        s += x[i]
    y = s
---- schedule
---- expect error unwritten
s is read before it is written (n = 1, i = 0)
