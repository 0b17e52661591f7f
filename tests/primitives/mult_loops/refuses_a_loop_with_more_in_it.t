def p(n: size, A: f32[n, 8], B: f32[n]):
    for i in seq(0, n):
        B[i] = 1.0
        for j in seq(0, 8):
            A[i, j] = 1.0
---- schedule
p = mult_loops(p, 'i', 'k')
---- expect error mult_loops.R1
holds other statements
