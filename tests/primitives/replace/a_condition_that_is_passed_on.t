def g(b: bool, x: [f32][4] @ DRAM):
    if b:
        x[0] = 1.0
def f(n: index, x: [f32][4] @ DRAM):
    for i in seq(0, 3):
        g(n > 2, x)
def p(n: size, A: f32[4] @ DRAM):
    for i in seq(0, 3):
        g(n > 2, A[0:4])
---- schedule
p = replace(p, 'for i in _: _', f)
---- expect
def p(n: size, A: f32[4] @ DRAM):
    f(n, A[0:4])
