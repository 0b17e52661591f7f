def p(n: size, A: f32[n]):
    for i in seq(0, n):
        A[i] = 1.0
---- schedule
s = p.find('A[_] = _')
p = insert_pass(p, s.after())
p = insert_pass(p, s.before())
---- expect
def p(n: size, A: f32[n] @ DRAM):
    for i in seq(0, n):
        pass
        A[i] = 1.0
        pass
