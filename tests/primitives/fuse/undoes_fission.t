def p(n: size, A: f32[n], B: f32[n], C: f32[n]):
    for i in seq(0, n):
        B[i] = A[i]
        if i > 2:
            C[i] = B[i]
---- schedule
p = fission(p, p.find('B[_] = _').after())
c = p.find('C[_] = _')
p = fuse(p, 'for i in _: _', 'for i in _: _ #1')
p = divide_loop(p, p.forward(c).parent().parent(), 4, ['io', 'ii'])
---- expect
def p(n: size, A: f32[n] @ DRAM, B: f32[n] @ DRAM, C: f32[n] @ DRAM):
    for io in seq(0, (n + 3) / 4):
        for ii in seq(0, 4):
            if ii + 4 * io < n:
                B[ii + 4 * io] = A[ii + 4 * io]
                if ii + 4 * io > 2:
                    C[ii + 4 * io] = B[ii + 4 * io]
