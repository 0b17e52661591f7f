# hwlib neon
def p(x: f32[4, 4] @ DRAM, r: f32[4] @ Neon):
    for i in seq(0, 4):
        r[i] = x[i, 2]
---- schedule
p = replace(p, 'for i in _: _', neon.neon_vld_4xf32)
---- expect error replace.S2
stride(src, 0) == 1
