def p(A: f32[8]):
    for i in seq(0, 2):
        x: f32
        x = A[i]
        for j in seq(0, 2):
            A[i + 2 * j] = x
---- schedule
p = unroll_loop(p, 'i')
---- expect
def p(A: f32[8] @ DRAM):
    x: f32 @ DRAM
    x = A[0]
    for j in seq(0, 2):
        A[2 * j] = x
    x_1: f32 @ DRAM
    x_1 = A[1]
    for j in seq(0, 2):
        A[1 + 2 * j] = x_1
