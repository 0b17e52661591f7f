def f(n: size, dst: [f32][n] @ DRAM):
    for i in seq(0, n):
        dst[i] = 1.0
def p(n: size, A: [f32][n] @ DRAM):
    f(n, A)
---- schedule
p = set_window(p, 'A', False)
---- expect
