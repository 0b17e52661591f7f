def p(n: size, y: f32[n]):
    for i in seq(0, n):
        y[i] = 1.0
---- schedule
p = specialize(p, 'for i in _: _', ['n < 8', 'n < 4'])
---- expect
def p(n: size, y: f32[n] @ DRAM):
    if n < 8:
        for i in seq(0, n):
            y[i] = 1.0
    elif n < 4:
        for i in seq(0, n):
            y[i] = 1.0
    else:
        for i in seq(0, n):
            y[i] = 1.0
