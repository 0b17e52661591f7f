def p(n: size, A: f32[n]):
    for i in seq(0, n):
        A[i] = 1.0
---- schedule
p = divide_loop(p, 'i', 1073741825, ['io', 'ii'])
---- expect error divide_loop.R2
1073741825
