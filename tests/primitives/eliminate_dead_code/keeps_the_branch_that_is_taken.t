def p(n: size, A: f32[n]):
    for i in seq(0, n):
        if i < n:
            A[i] = 1.0
        else:
            A[i] = 2.0
---- schedule
p = eliminate_dead_code(p, 'if _: _')
---- expect
def p(n: size, A: f32[n] @ DRAM):
    for i in seq(0, n):
        A[i] = 1.0
