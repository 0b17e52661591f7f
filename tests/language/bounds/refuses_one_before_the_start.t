def p(n: size, A: f32[n]):
    for i in seq(0, n):
        A[0] = A[i - 1]
---- expect error bounds
A[i - 1] lies in A
[replayed: A[i - 1] is out of bounds
