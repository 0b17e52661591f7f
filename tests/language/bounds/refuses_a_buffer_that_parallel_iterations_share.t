def p(n: size, A: f32[n], B: f32[n]):
    t: f32
    for i in par(0, n):
        t = A[i]
        B[i] = t
---- expect error parallel
share no element of t
