def p(n: size, A: f32[4]):
    assert n == 4
    t: f32[n]
    for i in seq(0, n):
        t[i] = 1.0
    A[0] = t[3]
---- schedule
p = rewrite_expr(p, p.find('t : _').child(0), '4')
---- expect
def p(n: size, A: f32[4] @ DRAM):
    assert n == 4
    t: f32[4] @ DRAM
    for i in seq(0, n):
        t[i] = 1.0
    A[0] = t[3]
