def p(n: size, A: f32[8]):
    for k in seq(0, n):
        A[0] += 1.0
---- schedule
p = remove_loop(p, 'k')
---- expect error remove_loop.S1
addition to A
