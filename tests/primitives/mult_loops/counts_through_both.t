def p(n: size, A: f32[n, 8]):
    for i in seq(0, n):
        for j in seq(0, 8):
            A[i, j] = 1.0
---- schedule
p = mult_loops(p, 'i j', 'k')
---- expect
def p(n: size, A: f32[n, 8] @ DRAM):
    for k in seq(0, n * 8):
        A[k / 8, k % 8] = 1.0
