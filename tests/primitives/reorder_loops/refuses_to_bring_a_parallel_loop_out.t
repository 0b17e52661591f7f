def p(n: size, A: f32[2 * n]):
    for i in seq(0, n):
        for j in par(0, n):
            A[i + (n - 1 - j)] = 1.0
---- schedule
p = reorder_loops(p, 'i j')
---- expect error reorder_loops.R3
