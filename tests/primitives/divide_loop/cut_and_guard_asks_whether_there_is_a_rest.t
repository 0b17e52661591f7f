def p(n: size, A: f32[n]):
    for i in seq(0, n):
        A[i] = 1.0
---- schedule
p = divide_loop(p, 'i', 4, ['io', 'ii'], tail='cut_and_guard')
---- expect
def p(n: size, A: f32[n] @ DRAM):
    for io in seq(0, n / 4):
        for ii in seq(0, 4):
            A[ii + 4 * io] = 1.0
    if n % 4 > 0:
        for ii in seq(0, n % 4):
            A[ii + n / 4 * 4] = 1.0
