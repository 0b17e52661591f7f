def p(flag: bool, n: size, A: f32[n] @ DRAM):
    for i in seq(0, n):
        if flag:
            A[i] = 1.0
        else:
            A[i] = 2.0
---- schedule
p = partial_eval(p, [1, 4])
---- expect
def p(A: f32[4] @ DRAM):
    for i in seq(0, 4):
        if True:
            A[i] = 1.0
        else:
            A[i] = 2.0
