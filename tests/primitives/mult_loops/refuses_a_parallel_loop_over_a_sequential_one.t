def p(n: size, A: f32[n]):
    for i in par(0, n):
        for j in seq(0, 8):
            A[i] += 1.0
---- schedule
p = mult_loops(p, 'i', 'k')
---- expect error mult_loops.R5
one of them is parallel
