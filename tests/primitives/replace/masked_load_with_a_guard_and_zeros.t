# hwlib neon
def p(m: size, x: f32[m] @ DRAM, r: f32[4] @ Neon):
    assert m <= 4
    for i in seq(0, 4):
        if i < m:
            r[i] = x[i]
        else:
            r[i] = 0.0
---- schedule
p = replace(p, 'for i in _: _', neon.neon_vldz_partial_4xf32)
---- expect
def p(m: size, x: f32[m] @ DRAM, r: f32[4] @ Neon):
    assert m <= 4
    neon_vldz_partial_4xf32(m, r[0:4], x[0:m])
