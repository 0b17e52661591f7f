# hwlib neon
def p(a: f32[2, 4] @ Neon, b: f32[3, 4] @ Neon, c: f32[3, 4, 2, 4] @ Neon):
    for jt in seq(0, 3):
        for jtt in seq(0, 4):
            for it in seq(0, 2):
                for i in seq(0, 4):
                    c[jt, jtt, it, i] += a[it, i] * b[jt, jtt]
---- schedule
p = replace(p, 'for i in _: _', neon.neon_vfmla_4xf32_4xf32)
---- expect
def p(a: f32[2, 4] @ Neon, b: f32[3, 4] @ Neon, c: f32[3, 4, 2, 4] @ Neon):
    for jt in seq(0, 3):
        for jtt in seq(0, 4):
            for it in seq(0, 2):
                neon_vfmla_4xf32_4xf32(c[jt, jtt, it, 0:4], a[it, 0:4], b[jt, 0:4], jtt)
