def p(n: size, A: f32[n], B: f32[n]):
    for i in seq(0, n):
        if n < 3:
            pass
        else:
            A[i] = 1.0
            B[0] = 2.0
---- schedule
p = autofission(p, p.find('A[_] = _').after(), n_lifts=2)
---- expect
def p(n: size, A: f32[n] @ DRAM, B: f32[n] @ DRAM):
    for i in seq(0, n):
        if n < 3:
            pass
        else:
            A[i] = 1.0
    if n < 3:
        pass
    else:
        B[0] = 2.0
