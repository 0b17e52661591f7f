def p(n: size, A: f32[n]):
    for i in seq(0, n):
        A[i] = 1.0
---- schedule
c = p.find('A[_] = _')
p = divide_loop(p, 'i', 4, ['io', 'ii'], tail='cut')
p = divide_loop(p, p.forward(c).parent(), 2, ['iio', 'iii'], perfect=True)
---- expect
