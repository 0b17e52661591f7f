def f(x: [f32][4], y: f32[1]):
    y[0] = x[3]
def p(n: size, y: f32[1]):
    assert n <= 7
    t: f32[8]
    t[7] = 5.0
    for i in seq(0, n):
        t[i] = 1.0
    f(t[4:8], y)
---- schedule
p = pad_loop(p, 'i', 8)
---- expect error pad_loop.S3
