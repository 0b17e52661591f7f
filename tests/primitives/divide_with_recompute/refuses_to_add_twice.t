def p(A: f32[10], x: f32):
    for i in seq(0, 10):
        x += A[i]
---- schedule
p = divide_with_recompute(p, 'i', 2, 4, ['io', 'ii'])
---- expect error divide_with_recompute.S1
the addition to x at
replayed: x
divide_loop runs each iteration once
