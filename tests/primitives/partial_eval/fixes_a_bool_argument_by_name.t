def p(n: size, flag: bool, A: f32[n] @ DRAM):
    for i in seq(0, n):
        if flag:
            A[i] = 1.0
---- schedule
p = p.partial_eval(flag=False)
---- expect
def p(n: size, A: f32[n] @ DRAM):
    for i in seq(0, n):
        if False:
            A[i] = 1.0
