def p(n: size, A: f32[n]):
    for i in seq(0, n):
        for i in seq(0, i):
            A[i] = 0.0
---- schedule
p = reorder_loops(p, 'i')
---- expect error reorder_loops.R2
the bounds of i_1 mention i
