def p(n: size, A: f32[n]):
    for i in seq(0, n):
        A[i] = 1.0
---- schedule
p = cut_loop(p, 'i', 'n / 4 * 4')
---- expect
def p(n: size, A: f32[n] @ DRAM):
    for i in seq(0, n / 4 * 4):
        A[i] = 1.0
    for i in seq(n / 4 * 4, n):
        A[i] = 1.0
