# hwlib neon
def p(a: f32[4] @ Neon, b: f32[3, 4] @ Neon, c: f32[4] @ Neon):
    for i in seq(0, 4):
        c[i] += a[i] * b[2, 3]
---- schedule
p = replace(p, 'for i in _: _', neon.neon_vfmla_4xf32_4xf32)
---- expect
def p(a: f32[4] @ Neon, b: f32[3, 4] @ Neon, c: f32[4] @ Neon):
    neon_vfmla_4xf32_4xf32(c[0:4], a[0:4], b[2, 0:4], 3)
