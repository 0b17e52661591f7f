def p(n: size, A: f32[n] @ DRAM):
    for i in seq(0, n):
        A[i] = 0.0
---- schedule
p = add_assertion(p, 'n % 4 == 0')
p = divide_loop(p, 'i', 4, ['io', 'ii'], tail='perfect')
---- expect
def p(n: size, A: f32[n] @ DRAM):
    assert n % 4 == 0
    for io in seq(0, n / 4):
        for ii in seq(0, 4):
            A[ii + 4 * io] = 0.0
