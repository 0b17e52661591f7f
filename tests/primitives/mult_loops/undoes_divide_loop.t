def p(n: size, A: f32[4 * n]):
    for i in seq(0, 4 * n):
        A[i] = 1.0
---- schedule
c = p.find('A[_] = _')
p = divide_loop(p, 'i', 4, ['io', 'ii'], tail='perfect')
p = mult_loops(p, 'io', 'i')
p = simplify(p)
p = unroll_loop(divide_loop(p, p.forward(c).parent(), 2, ['io', 'ii'], tail='perfect'), 'ii')
---- expect
def p(n: size, A: f32[4 * n] @ DRAM):
    for io in seq(0, 4 * n / 2):
        A[2 * io] = 1.0
        A[1 + 2 * io] = 1.0
