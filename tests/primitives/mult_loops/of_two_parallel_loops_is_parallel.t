def p(n: size, m: size, A: f32[n + m, 8]):
    for i in par(0, n - m):
        for j in par(0, 8):
            A[i, j] = 1.0
---- schedule
p = mult_loops(p, 'i j', 'k')
---- expect
def p(n: size, m: size, A: f32[n + m, 8] @ DRAM):
    for k in par(0, (n - m) * 8):
        A[k / 8, k % 8] = 1.0
