def p(n: size, m: size, A: f32[8]):
    for k in seq(m, n):
        A[0] = 1.0
---- schedule
p = remove_loop(p, 'k')
---- expect
def p(n: size, m: size, A: f32[8] @ DRAM):
    if m < n:
        A[0] = 1.0
