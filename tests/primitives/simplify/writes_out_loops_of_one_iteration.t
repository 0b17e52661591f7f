def p(n: size, A: f32[n + 4]):
    for i in seq(0, 1):
        for j in seq(n, n + 1):
            x: f32
            x = A[i + 1]
            A[4 * i + j] = x
---- schedule
p = simplify(p)
---- expect
def p(n: size, A: f32[n + 4] @ DRAM):
    x: f32 @ DRAM
    x = A[1]
    A[n] = x
