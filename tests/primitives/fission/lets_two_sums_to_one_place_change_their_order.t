def p(n: size, A: f32[n], x: f32):
    for i in seq(0, n):
        x += A[i]
        x += 2.0 * A[i]
---- schedule
p = fission(p, p.find('x += _').after())
---- expect
