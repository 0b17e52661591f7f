def p(n: size, A: f32[n + 1], B: f32[n]):
    for i in seq(0, n):
        A[i + 1] = 1.0
        B[i] = A[i] + A[0]
        A[0] = 2.0
---- schedule
p = fission(p, p.find('A[0] = _').before())
---- expect error fission.S1
counterexample
