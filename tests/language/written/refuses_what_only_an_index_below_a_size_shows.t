def f(n: size, y: [f32][2], at: index):
    assert 0 <= at and at < n
    s: f32
    y[at % 2] = s
    y[0] = 0.0
---- schedule
---- expect error unwritten
s is read before it is written (n = 2, at = 1)
