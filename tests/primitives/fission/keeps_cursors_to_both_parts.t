def p(n: size, A: f32[n], B: f32[n]):
    for i in seq(0, n):
        A[i] = 1.0
        B[i] = 2.0
    for j in seq(0, 4):
        pass
---- schedule
c = p.find('B[_] = _')
d = p.find('for j in _: _')
p = fission(p, p.find('A[_] = _').after())
p = divide_loop(p, p.forward(c).parent(), 4, ['io', 'ii'], tail='guard')
p = unroll_loop(p, d)
---- expect
def p(n: size, A: f32[n] @ DRAM, B: f32[n] @ DRAM):
    for i in seq(0, n):
        A[i] = 1.0
    for io in seq(0, (n + 3) / 4):
        for ii in seq(0, 4):
            if ii + 4 * io < n:
                B[ii + 4 * io] = 2.0
    pass
    pass
    pass
    pass
