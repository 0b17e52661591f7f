def p(n: size, A: f32[n], B: f32[n]):
    for i in seq(0, n):
        if i < 3:
            A[i] = 1.0
            B[i] = 2.0
        else:
            B[i] = 3.0
---- schedule
p = fission(p, p.find('A[_] = _').after(), n_lifts=2)
---- expect
def p(n: size, A: f32[n] @ DRAM, B: f32[n] @ DRAM):
    for i in seq(0, n):
        if i < 3:
            A[i] = 1.0
    for i in seq(0, n):
        if i < 3:
            B[i] = 2.0
        else:
            B[i] = 3.0
