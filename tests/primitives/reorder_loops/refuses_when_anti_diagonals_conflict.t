def p(n: size, A: f32[2 * n], B: f32[n]):
    for i in seq(0, n):
        for j in seq(0, n):
            A[i + j] = B[i]
---- schedule
p = reorder_loops(p, 'i j')
---- expect error reorder_loops.S1
counterexample
