def p(n: size, A: f32[n]):
    for i in seq(0, n):
        A[i] = 1.0
---- schedule
c = p.find('A[_] = _')
p = divide_loop(p, 'i', 4, ['io', 'ii'], tail='cut')
p = divide_loop(p, p.forward(c).parent(), 2, ['iio', 'iii'], perfect=True)
---- expect
def p(n: size, A: f32[n] @ DRAM):
    for io in seq(0, n / 4):
        for iio in seq(0, 2):
            for iii in seq(0, 2):
                A[iii + 2 * iio + 4 * io] = 1.0
    for ii in seq(0, n % 4):
        A[ii + n / 4 * 4] = 1.0
