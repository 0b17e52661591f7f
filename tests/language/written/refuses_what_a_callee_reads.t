def g(x: [f32][4], y: [f32][4]):
    for i in seq(0, 4):
        y[i] = 2.0 * x[i]
def f(y: f32[4]):
    t: f32[8]
    for i in seq(0, 4):
        t[i] = 1.0
    g(t[1:5], y[0:4])
---- schedule
---- expect error unwritten
x[i] is read before it is written
