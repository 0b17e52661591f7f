def p(n: size, A: f32[n], s: f32):
    for i in par(0, n):
        s += A[i]
---- expect error parallel
:2:5
share no element of s
i' = 1
