def p(n: size, m: size, A: f32[n, m], x: f32):
    for i in seq(0, n):
        for j in seq(0, m):
            x += A[i, j]
---- schedule
p = reorder_loops(p, 'i j')
---- expect
