# hwlib neon
def p(a: f32[4] @ Neon, b: f32[4] @ Neon, c: f32[4] @ Neon):
    for i in seq(0, 4):
        c[i] += a[i] + b[i]
---- schedule
p = replace(p, 'for i in _: _', neon.neon_vfmadd_4xf32_4xf32)
---- expect error replace.R1
a[i] + b[i]
lhs[i] * rhs[i]
