def p(n: size, m: size, A: [f32][n] @ DRAM, B: [f32][m] @ DRAM):
    assert n <= m
    for i in seq(0, n):
        A[i] = B[i]
---- schedule
q = rename(p, 'q')
p = replace(p, 'for i in _: _', q)
---- expect
TODO
