def fill(n: size, dst: [f32][n] @ DRAM):
    for i in seq(0, n):
        dst[i] = 1.0
def p(A: f32[8] @ DRAM, B: f32[3, 5] @ DRAM):
    for i in seq(0, 8):
        A[i] = 1.0
    for j in seq(0, 3):
        for i in seq(0, 5):
            B[j, i] = 1.0
    A[0] = 2.0
---- schedule
p = replace_all(p, [fill])
---- expect
def p(A: f32[8] @ DRAM, B: f32[3, 5] @ DRAM):
    fill(8, A[0:8])
    for j in seq(0, 3):
        fill(5, B[j, 0:5])
    A[0] = 2.0
