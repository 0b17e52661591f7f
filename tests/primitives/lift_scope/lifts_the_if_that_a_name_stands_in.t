def p(n: size, flag: bool, A: f32[n]):
    for i in seq(0, n):
        if flag:
            A[i] = 1.0
---- schedule
p = lift_scope(p, 'flag')
---- expect
def p(n: size, flag: bool, A: f32[n] @ DRAM):
    if flag:
        for i in seq(0, n):
            A[i] = 1.0
