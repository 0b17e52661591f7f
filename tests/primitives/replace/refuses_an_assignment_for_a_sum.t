# hwlib neon
def p(a: f32[4] @ Neon, c: f32[4] @ Neon):
    for i in seq(0, 4):
        c[i] = a[i]
---- schedule
p = replace(p, 'for i in _: _', neon.neon_vacc_4xf32)
---- expect error replace.R1
c[i] = a[i]
dst[i] += src[i]
