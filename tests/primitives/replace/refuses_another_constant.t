# hwlib neon
def p(c: f32[4] @ Neon):
    for i in seq(0, 4):
        c[i] = 1.0
---- schedule
p = replace(p, 'for i in _: _', neon.neon_zero_4xf32)
---- expect error replace.R1
`0.0`
`1.0`
