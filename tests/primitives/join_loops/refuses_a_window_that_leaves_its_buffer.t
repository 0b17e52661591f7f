def p(A: f32[8], B: f32[8]):
    for i in seq(0, 4):
        w = A[i:i + 5]
        B[i] = w[0]
    for j in seq(4, 8):
        B[j] = A[j]
---- schedule
p = join_loops(p, 'i', 'j')
---- expect error join_loops.S4
the used part of A lies in it
