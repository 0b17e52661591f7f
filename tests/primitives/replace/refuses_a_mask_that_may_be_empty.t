# hwlib neon
def p(n: size, x: f32[n] @ DRAM, r: f32[4] @ Neon):
    for i in seq(0, n % 4):
        r[i] = x[i]
---- schedule
p = replace(p, 'for i in _: _', neon.neon_vld_partial_4xf32)
---- expect error replace.S2
at least 1
