def p(n: size, A: f32[n, n]):
    for i in seq(0, n):
        for j in seq(0, i):
            A[i, j] = 1.0
---- schedule
p = reorder_loops(p, 'i j')
---- expect error reorder_loops.R2
