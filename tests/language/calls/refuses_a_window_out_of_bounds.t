def f(x: [f32][4]):
    x[0] = 2.0
def p(n: size, A: f32[n]):
    f(A[0:4])
---- expect error bounds
the window A[0:4] lies in A
n = 1
