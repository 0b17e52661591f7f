# hwlib neon
def p(a: f32[4] @ Neon, b: f32[4, 4] @ Neon, c: f32[4, 4, 4] @ Neon):
    for jt in seq(0, 4):
        for jtt in seq(0, 4):
            for i in seq(0, 4):
                c[jt, jtt, i] += a[i] * b[jt, jtt]
---- schedule
p = replace(p, 'for i in _: _', neon.neon_vfmla_4xf32_4xf32)
---- expect
def p(a: f32[4] @ Neon, b: f32[4, 4] @ Neon, c: f32[4, 4, 4] @ Neon):
    for jt in seq(0, 4):
        for jtt in seq(0, 4):
            neon_vfmla_4xf32_4xf32(c[jt, jtt, 0:4], a[0:4], b[jt, 0:4], jtt)
