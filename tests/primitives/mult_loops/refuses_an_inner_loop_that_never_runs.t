def p(n: size, A: f32[n]):
    for i in seq(0, n):
        for j in seq(0, 0):
            A[i] = 1.0
---- schedule
p = mult_loops(p, 'i', 'k')
---- expect error mult_loops.R3
j does not run up to such a number
