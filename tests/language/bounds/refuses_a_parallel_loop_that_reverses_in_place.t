def p(n: size, A: f32[n]):
    w = A[0:n]
    for i in par(0, n):
        w[i] = A[n - 1 - i]
---- expect error parallel
share no element of A
n = 2, i = 0, i' = 1
