def p(A: f32[10]):
    for i in seq(0, 10):
        A[i] = 1.0
---- schedule
p = divide_with_recompute(p, 'i', 'i + 1', 4, ['io', 'ii'])
---- expect error divide_with_recompute.R4
'i + 1' has no meaning here
