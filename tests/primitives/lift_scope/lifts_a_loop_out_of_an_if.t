def p(n: size, m: size, A: f32[n]):
    if m < 3:
        for i in seq(0, n):
            A[i] = 1.0
---- schedule
p = lift_scope(p, 'for i in _: _')
---- expect
def p(n: size, m: size, A: f32[n] @ DRAM):
    for i in seq(0, n):
        if m < 3:
            A[i] = 1.0
