def p(n: size, A: f32[4], B: f32[4]):
    t: f32[4]
    for i in seq(0, 4):
        t[i] = B[i]
    for i in seq(0, 4):
        A[i] = t[i]
    A[0] = 1.0
---- schedule
p = add_loop(p, p.find('t : _').expand(0, 2), 'k', 3)
---- expect
def p(n: size, A: f32[4] @ DRAM, B: f32[4] @ DRAM):
    for k in seq(0, 3):
        t: f32[4] @ DRAM
        for i in seq(0, 4):
            t[i] = B[i]
        for i in seq(0, 4):
            A[i] = t[i]
    A[0] = 1.0
