def p(A: f32[4]):
    w = A[0:3]
    for i in seq(0, 3):
        w[i] = 1.0
    for i in seq(3, 4):
        A[i] = 1.0
---- schedule
p = join_loops(p, 'i', 'i #1')
---- expect error join_loops.S4
the used part of w lies in it
