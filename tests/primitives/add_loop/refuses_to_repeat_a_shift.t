def p(A: f32[4]):
    for i in seq(0, 3):
        A[i] = A[i + 1]
---- schedule
p = add_loop(p, 'i', 'k', 2)
---- expect error add_loop.S2
counterexample
replayed: A[
