def p(n: size, A: f32[n]):
    for i in seq(0, n):
        pass
        pass
    if n > 3:
        pass
        pass
        for i in seq(0, n):
            pass
            pass
    else:
        A[0] = 1.0
    if n > 2:
        A[0] = 2.0
    else:
        pass
        pass
    for i in seq(0, n):
        if i < 2:
            pass
        else:
            pass
---- schedule
p = delete_pass(p)
---- expect
def p(n: size, A: f32[n] @ DRAM):
    if n > 3:
        for i in seq(0, n):
            pass
    else:
        A[0] = 1.0
    if n > 2:
        A[0] = 2.0
