def p(n: size, A: f32[n, n], x: i32[1]):
    for i in seq(0, n):
        for j in seq(0, n):
            x[0] += A[i, j]
---- schedule
p = reorder_loops(p, 'i j')
---- expect error reorder_loops.S1
counterexample
