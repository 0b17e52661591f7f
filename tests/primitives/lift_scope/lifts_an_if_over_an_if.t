def p(n: size, m: size, A: f32[8]):
    if n < 3:
        if m < 3:
            A[0] = 1.0
        else:
            A[0] = 2.0
    else:
        for i in seq(0, 8):
            A[i] = 3.0
---- schedule
p = lift_scope(p, 'if m < _: _')
---- expect
def p(n: size, m: size, A: f32[8] @ DRAM):
    if m < 3:
        if n < 3:
            A[0] = 1.0
        else:
            for i in seq(0, 8):
                A[i] = 3.0
    elif n < 3:
        A[0] = 2.0
    else:
        for i in seq(0, 8):
            A[i] = 3.0
