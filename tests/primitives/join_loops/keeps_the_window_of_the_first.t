def p(A: f32[9], B: f32[8]):
    for i in seq(0, 4):
        w = A[i:i + 2]
        B[i] = w[0]
    for j in seq(4, 8):
        B[j] = A[j]
---- schedule
p = join_loops(p, 'i', 'j')
---- expect
def p(A: f32[9] @ DRAM, B: f32[8] @ DRAM):
    for i in seq(0, 8):
        w = A[i:i + 2]
        B[i] = w[0]
