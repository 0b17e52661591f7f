def p(n: size, A: f32[n], B: f32[n]):
    for i in seq(0, n):
        x: f32
        x = A[i]
        B[i] = x
---- schedule
p = fission(p, p.find('x = _').after())
---- expect error fission.R2
lift_alloc
