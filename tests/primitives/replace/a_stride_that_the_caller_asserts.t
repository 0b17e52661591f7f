def f(x: [f32][4] @ DRAM):
    assert stride(x, 0) == 1
    for i in seq(0, 4):
        x[i] = 1.0
def p(x: [f32][2, 8] @ DRAM):
    assert stride(x, 1) == 1
    for i in seq(0, 4):
        x[1, i + 2] = 1.0
---- schedule
p = replace(p, 'for i in _: _', f)
---- expect
def p(x: [f32][2, 8] @ DRAM):
    assert stride(x, 1) == 1
    f(x[1, 2:6])
