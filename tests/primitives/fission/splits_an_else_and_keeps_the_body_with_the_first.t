def p(n: size, A: f32[n], B: f32[n]):
    for i in seq(0, n):
        if i < 3:
            B[i] = 3.0
        else:
            A[i] = 1.0
            B[i] = 2.0
---- schedule
c = p.find('B[_] = 2.0')
d = p.find('B[_] = 3.0')
p = fission(p, p.find('A[_] = _').after(), n_lifts=2)
p = insert_pass(p, p.forward(c).before())
p = insert_pass(p, p.forward(d).after())
---- expect
def p(n: size, A: f32[n] @ DRAM, B: f32[n] @ DRAM):
    for i in seq(0, n):
        if i < 3:
            B[i] = 3.0
            pass
        else:
            A[i] = 1.0
    for i in seq(0, n):
        if i < 3:
            pass
        else:
            pass
            B[i] = 2.0
