def p(f: bool, n: size, A: f32[n]):
    for i in seq(0, n):
        if f:
            A[i] = 1.0
---- schedule
p = p.partial_eval(n=8, f=True)
---- expect
def p(A: f32[8] @ DRAM):
    for i in seq(0, 8):
        if True:
            A[i] = 1.0
