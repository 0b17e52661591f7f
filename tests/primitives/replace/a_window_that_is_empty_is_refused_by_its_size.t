def f(n: size, x: [f32][n] @ DRAM):
    for i in seq(0, n):
        x[i] = 1.0
def p(n: size, x: f32[n] @ DRAM):
    for i in seq(0, n - 1):
        x[i] = 1.0
---- schedule
p = replace(p, 'for i in _: _', f)
---- expect error replace.S2
n - 1 is at least 1
the call would be f(n - 1, x[0:n - 1])
