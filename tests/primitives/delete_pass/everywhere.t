def p(n: size, A: f32[n]):
    pass
    for i in seq(0, n):
        pass
        A[i] = 1.0
        pass
    for j in seq(0, n):
        if j < 3:
            pass
        for k in seq(0, j):
            pass
            pass
    if n > 3:
        pass
    else:
        A[0] = 1.0
    if n > 4:
        A[1] = 1.0
    else:
        pass
---- schedule
p = delete_pass(p)
---- expect
def p(n: size, A: f32[n] @ DRAM):
    for i in seq(0, n):
        A[i] = 1.0
    if n > 3:
        pass
    else:
        A[0] = 1.0
    if n > 4:
        A[1] = 1.0
