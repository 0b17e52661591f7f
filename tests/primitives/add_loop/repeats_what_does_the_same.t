def p(n: size, A: f32[4], B: f32[4]):
    for i in seq(0, 4):
        A[i] = B[i]
    B[0] = 2.0
---- schedule
c = p.find('A[_] = _')
p = add_loop(p, 'i', 'k', 'n + 1')
p = cut_loop(p, p.forward(c).parent(), 2)
---- expect
def p(n: size, A: f32[4] @ DRAM, B: f32[4] @ DRAM):
    for k in seq(0, n + 1):
        for i in seq(0, 2):
            A[i] = B[i]
        for i in seq(2, 4):
            A[i] = B[i]
    B[0] = 2.0
