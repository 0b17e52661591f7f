def p(n: size, A: f32[n]):
    for i in seq(0, n):
        if i / 4 == 2:
            A[i] = 1.0
---- schedule
p = rewrite_expr(p, p.find('A[_] = _').child(0), 'i % 4 + 8')
---- expect
def p(n: size, A: f32[n] @ DRAM):
    for i in seq(0, n):
        if i / 4 == 2:
            A[i % 4 + 8] = 1.0
