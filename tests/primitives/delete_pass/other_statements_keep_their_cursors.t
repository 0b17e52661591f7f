def p(n: size, A: f32[n]):
    for i in seq(0, n):
        pass
    for i in seq(0, n):
        pass
        A[i] = 1.0
---- schedule
a = p.find('A[_] = _')
p = delete_pass(p)
p = insert_pass(p, a.after())
---- expect
def p(n: size, A: f32[n] @ DRAM):
    for i in seq(0, n):
        A[i] = 1.0
        pass
