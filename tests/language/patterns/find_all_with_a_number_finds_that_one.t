def p(n: size, A: f32[n]):
    for i in seq(0, n):
        A[i] = 1.0
    for i in seq(0, n):
        A[i] = 2.0
---- schedule
found = p.find_all('for i in _: _ #1')
p = divide_loop(p, found[0], 4, ['io', 'ii'])
---- expect
def p(n: size, A: f32[n] @ DRAM):
    for i in seq(0, n):
        A[i] = 1.0
    for io in seq(0, (n + 3) / 4):
        for ii in seq(0, 4):
            if ii + 4 * io < n:
                A[ii + 4 * io] = 2.0
