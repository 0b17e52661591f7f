def f(n: size, y: f32[n]):
    for i in seq(0, n):
        s: f32
        if i < 3:
            s = 1.0
        y[i] = s
---- schedule
---- expect error unwritten
s is read before it is written (n = 4, i = 3)
[replayed: y[3] ends with a copy of what was never written]
