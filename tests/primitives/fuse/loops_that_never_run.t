def p(n: size, A: f32[n + 1]):
    for i in seq(n, 1):
        A[i] = 1.0
    for j in seq(0, 0):
        A[j + 1] = 2.0
---- schedule
p = fuse(p, 'for i in _: _', 'for j in _: _')
---- expect
def p(n: size, A: f32[n + 1] @ DRAM):
    for i in seq(n, 1):
        A[i] = 1.0
        A[i + 1] = 2.0
