def f(n: size, x: [f32][n, n] @ DRAM):
    for i in seq(0, n):
        for j in seq(0, i + 1):
            x[i, j] = 1.0
def p(m: size, x: f32[m, m] @ DRAM):
    assert m >= 3
    for i in seq(2, m):
        for j in seq(2, i + 1):
            x[i, j] = 1.0
---- schedule
p = replace(p, 'for i in _: _', f)
---- expect
def p(m: size, x: f32[m, m] @ DRAM):
    assert m >= 3
    f(m - 2, x[2:m, 2:m])
