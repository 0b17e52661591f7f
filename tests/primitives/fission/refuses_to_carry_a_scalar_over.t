def p(n: size, A: f32[n], B: f32[n]):
    x: f32
    for k in seq(0, n):
        x = A[k]
        B[k] = x
---- schedule
p = fission(p, p.find('x = _').after())
---- expect error fission.S1
counterexample
