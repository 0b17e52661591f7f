def p(n: size, A: f32[8]):
    for k in seq(0, n):
        for i in seq(0, 8):
            A[i] = 1.0
---- schedule
p = remove_loop(p, 'k')
---- expect
def p(n: size, A: f32[8] @ DRAM):
    for i in seq(0, 8):
        A[i] = 1.0
