# hwlib neon
def p(a: f32[4] @ Neon, b: f32[4] @ Neon, c: f32[4] @ Neon):
    for i in seq(0, 4):
        c[i] += b[i] * a[i]
---- schedule
p = replace(p, 'for i in _: _', neon.neon_vfmadd_4xf32_4xf32)
---- expect
def p(a: f32[4] @ Neon, b: f32[4] @ Neon, c: f32[4] @ Neon):
    neon_vfmadd_4xf32_4xf32(c[0:4], b[0:4], a[0:4])
