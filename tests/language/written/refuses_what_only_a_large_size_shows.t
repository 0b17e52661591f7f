def f(n: size, y: f32[n]):
    for i in seq(0, n):
        s: f32
        if i < 40:
            s = 1.0
        y[i] = 2.0 * s
---- schedule
---- expect error unwritten
s is read before it is written (n = 41, i = 40)
