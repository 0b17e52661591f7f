def f(n: size, x: f32[n], y: f32[n]):
    t: f32[n + 1]
    t[0] = 0.0
    for i in seq(0, n):
        t[i + 1] = t[i] + x[i]
        y[i] = t[i + 1]
---- expect
def f(n: size, x: f32[n] @ DRAM, y: f32[n] @ DRAM):
    t: f32[n + 1] @ DRAM
    t[0] = 0.0
    for i in seq(0, n):
        t[i + 1] = t[i] + x[i]
        y[i] = t[i + 1]
