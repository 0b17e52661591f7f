def p(n: size, A: f32[n], B: f32[n]):
    for i in seq(0, n):
        x: f32
        y: f32
        z: f32
        x = A[i]
        y = A[i]
        z = A[i]
        B[i] = x + z
---- schedule
p = fission(p, p.find('z = _').after())
---- expect error fission.R2
the second part uses x, z, which the first part makes
lift_alloc them out
