def p(n: size, m: size, A: f32[n + m]):
    for i in seq(0, n - m):
        A[i] = 1.0
---- schedule
p = divide_loop(p, 'i', 4, ['io', 'ii'])
---- expect
