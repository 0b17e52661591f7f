def p(n: size, A: f32[4]):
    for i in seq(0, n):
        if i >= 4:
            pass
        else:
            A[i] = 0.0
---- expect
def p(n: size, A: f32[4] @ DRAM):
    for i in seq(0, n):
        if i >= 4:
            pass
        else:
            A[i] = 0.0
