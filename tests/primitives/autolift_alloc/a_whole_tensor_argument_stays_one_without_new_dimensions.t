def f(x: f32[1]):
    x[0] = 1.0
def p(n: size, A: f32[n]):
    for i in seq(0, n):
        t: f32[1]
        f(t)
---- schedule
p = autolift_alloc(p, 't')
---- expect
def p(n: size, A: f32[n] @ DRAM):
    t: f32[1] @ DRAM
    for i in seq(0, n):
        f(t)
