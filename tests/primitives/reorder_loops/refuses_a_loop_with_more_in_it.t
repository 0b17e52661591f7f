def p(n: size, m: size, A: f32[n, m], B: f32[n]):
    for i in seq(0, n):
        B[i] = 1.0
        for j in seq(0, m):
            A[i, j] = 1.0
---- schedule
p = reorder_loops(p, 'i')
---- expect error reorder_loops.R1
fission
