def p(n: size, A: f32[n, 8]):
    for i in seq(0, n):
        for j in seq(0, 8):
            A[i, j] = 1.0
---- schedule
p = mult_loops(p, 'i', 'par')
---- expect error mult_loops.R4
invalid identifier 'par'
