def p(n: size, A: f32[n]):
    for i in seq(0, n):
        A[i] = 0.0
    A[i] = 0.0
---- expect error name
:4:7
`i`
