def p(n: index, A: f32[4]):
    A[n / 4] = 0.0
---- expect error bounds
counterexample: n = -
[replayed: A[n / 4] is out of bounds
