def p(n: size, A: f32[n, 8] @ DRAM):
    for i in seq(0, n):
        v = A[i, 2:8]
        for j in seq(2, 6):
            v[j] = A[i, 0]
---- schedule
p = bind_window(p, 'for j in _: _', 'v[2:6]', 'w')
---- expect
def p(n: size, A: f32[n, 8] @ DRAM):
    for i in seq(0, n):
        v = A[i, 2:8]
        w = v[2:6]
        for j in seq(2, 6):
            w[j - 2] = A[i, 0]
