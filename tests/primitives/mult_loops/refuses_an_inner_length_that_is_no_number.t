def p(n: size, m: size, A: f32[n, m]):
    for i in seq(0, n):
        for j in seq(0, m):
            A[i, j] = 1.0
---- schedule
p = mult_loops(p, 'i', 'k')
---- expect error mult_loops.R3
j does not run up to such a number
