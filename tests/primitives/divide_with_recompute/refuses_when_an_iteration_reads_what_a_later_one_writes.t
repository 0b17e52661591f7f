def p(A: f32[11], B: f32[10]):
    for i in seq(0, 10):
        B[i] = A[i + 1]
        A[i] = 1.0
---- schedule
p = divide_with_recompute(p, 'i', 2, 4, ['io', 'ii'])
---- expect error divide_with_recompute.S1
counterexample
replayed: B[
