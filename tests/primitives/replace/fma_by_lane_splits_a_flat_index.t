# hwlib neon
def p(a: f32[4] @ Neon, b: f32[12] @ Neon, c: f32[12, 4] @ Neon):
    for jt in seq(0, 3):
        for jtt in seq(0, 4):
            for i in seq(0, 4):
                c[4 * jt + jtt, i] += a[i] * b[4 * jt + jtt]
---- schedule
p = replace(p, 'for i in _: _', neon.neon_vfmla_4xf32_4xf32)
---- expect
def p(a: f32[4] @ Neon, b: f32[12] @ Neon, c: f32[12, 4] @ Neon):
    for jt in seq(0, 3):
        for jtt in seq(0, 4):
            neon_vfmla_4xf32_4xf32(c[4 * jt + jtt, 0:4], a[0:4], b[4 * jt:4 * jt + 4], jtt)
