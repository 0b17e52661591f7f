def p(n: size, A: f32[n]):
    for i in seq(0, n):
        A[i + 1] = 0.0
---- expect error bounds
:3:9
A[i + 1] lies in A
counterexample: n = 1, i = 0
[replayed: A[i + 1] is out of bounds: index i + 1 of dimension 0 is 1, the extent is 1]
