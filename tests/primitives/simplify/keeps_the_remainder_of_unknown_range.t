def p(n: size, A: f32[4]):
    for i in seq(0, n):
        A[(i + 8) % 4] = 1.0
        A[(2 * i + 5) % 4] = 2.0
---- schedule
p = simplify(p)
---- expect
def p(n: size, A: f32[4] @ DRAM):
    for i in seq(0, n):
        A[i % 4] = 1.0
        A[(2 * i + 5) % 4] = 2.0
