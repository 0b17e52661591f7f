def f(x: f32):
    x = 2.0
def p(n: size, A: f32[n]):
    for i in seq(0, n):
        f(A[i + 1])
---- expect error bounds
A[i + 1] lies in A
