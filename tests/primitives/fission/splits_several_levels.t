def p(n: size, m: size, A: f32[n, m], B: f32[n, m]):
    for i in seq(0, n):
        for j in seq(0, m):
            A[i, j] = 1.0
            B[i, j] = A[i, j]
---- schedule
p = fission(p, p.find('B[_] = _').before(), n_lifts=2)
---- expect
def p(n: size, m: size, A: f32[n, m] @ DRAM, B: f32[n, m] @ DRAM):
    for i in seq(0, n):
        for j in seq(0, m):
            A[i, j] = 1.0
    for i in seq(0, n):
        for j in seq(0, m):
            B[i, j] = A[i, j]
