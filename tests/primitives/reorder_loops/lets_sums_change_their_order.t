def p(n: size, m: size, A: f32[n, m], x: f32):
    for i in seq(0, n):
        for j in seq(0, m):
            x += A[i, j]
---- schedule
p = reorder_loops(p, 'i j')
---- expect
def p(n: size, m: size, A: f32[n, m] @ DRAM, x: f32 @ DRAM):
    for j in seq(0, m):
        for i in seq(0, n):
            x += A[i, j]
