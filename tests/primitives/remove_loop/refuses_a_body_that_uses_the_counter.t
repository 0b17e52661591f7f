def p(n: size, A: f32[n]):
    for k in seq(0, n):
        A[k] = 1.0
---- schedule
p = remove_loop(p, 'k')
---- expect error remove_loop.R1
uses k
