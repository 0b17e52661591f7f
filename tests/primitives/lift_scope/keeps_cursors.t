def p(n: size, m: size, A: f32[n]):
    for i in seq(0, n):
        if m < 3:
            A[i] = 1.0
        else:
            for j in seq(0, 2):
                A[i] += 2.0
---- schedule
j = p.find('for j in _: _')
p = lift_scope(p, 'if _: _')
p = unroll_loop(p, j)
---- expect
def p(n: size, m: size, A: f32[n] @ DRAM):
    if m < 3:
        for i in seq(0, n):
            A[i] = 1.0
    else:
        for i in seq(0, n):
            A[i] += 2.0
            A[i] += 2.0
