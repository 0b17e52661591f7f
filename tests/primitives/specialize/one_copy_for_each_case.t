def p(n: size, A: f32[n]):
    for i in seq(0, n):
        t: f32
        t = A[i]
        A[i] = t + 1.0
---- schedule
c = p.find('t = _')
p = specialize(p, 'i', ['n == 4', 'n % 8 == 0 and n > 8'])
p = divide_loop(p, p.forward(c).parent(), 4, ['io', 'ii'], tail='perfect')
---- expect
def p(n: size, A: f32[n] @ DRAM):
    if n == 4:
        for io in seq(0, n / 4):
            for ii in seq(0, 4):
                t: f32 @ DRAM
                t = A[ii + 4 * io]
                A[ii + 4 * io] = t + 1.0
    elif n % 8 == 0 and n > 8:
        for i in seq(0, n):
            t: f32 @ DRAM
            t = A[i]
            A[i] = t + 1.0
    else:
        for i in seq(0, n):
            t: f32 @ DRAM
            t = A[i]
            A[i] = t + 1.0
