def p(n: size, A: f32[n]):
    for i in seq(0, n):
        A[i] = 1.0
---- schedule
p = divide_loop(p, 'i', 4, ['io', 'for'])
---- expect error divide_loop.R3
invalid identifier 'for'
