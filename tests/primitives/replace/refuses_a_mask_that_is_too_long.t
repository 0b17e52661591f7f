# hwlib neon
def p(n: size, x: f32[n] @ DRAM, r: f32[8] @ Neon):
    assert n <= 8
    for i in seq(0, n):
        r[i] = x[i]
---- schedule
p = replace(p, 'for i in _: _', neon.neon_vld_partial_4xf32)
---- expect error replace.S2
n <= 4
