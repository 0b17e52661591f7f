# hwlib neon
def p(n: size, x: f32[n] @ DRAM, r: f32[2, 4] @ Neon):
    assert n >= 8
    for i in seq(0, 4):
        r[1, i] = x[i + n - 4]
---- schedule
p = replace(p, 'for i in _: _', neon.neon_vld_4xf32)
---- expect
def p(n: size, x: f32[n] @ DRAM, r: f32[2, 4] @ Neon):
    assert n >= 8
    neon_vld_4xf32(r[1, 0:4], x[n - 4:n])
