def p(n: size, A: f32[n + 1, n + 1]):
    for i in seq(0, n):
        for j in seq(0, n):
            v = A[i + 1, 0:n]
            w = A[i, 1:n + 1]
            v[j] = w[j]
---- schedule
p = reorder_loops(p, 'i j')
---- expect error reorder_loops.S1
counterexample
