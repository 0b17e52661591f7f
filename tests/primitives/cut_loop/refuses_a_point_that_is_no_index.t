def p(x: f32, A: f32[8]):
    for i in seq(0, 8):
        A[i] = 1.0
---- schedule
p = cut_loop(p, 'i', 'x')
---- expect error cut_loop.R1
