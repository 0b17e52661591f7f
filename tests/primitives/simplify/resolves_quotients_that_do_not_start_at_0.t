def p(A: f32[8], n: size, B: f32[n]):
    assert n >= 16
    for i in seq(2, 5):
        A[(i - 2) % 3] = 1.0
        A[(i - 2) / 3] = 2.0
    for i in seq(0, 16):
        for j in seq(0, 4):
            B[(4 * i + j) / 16] = 3.0
---- schedule
p = simplify(p)
---- expect
def p(A: f32[8] @ DRAM, n: size, B: f32[n] @ DRAM):
    assert n >= 16
    for i in seq(2, 5):
        A[i - 2] = 1.0
        A[0] = 2.0
    for i in seq(0, 16):
        for j in seq(0, 4):
            B[i / 4] = 3.0
