# hwlib neon
def p(C: f32[12, 8] @ DRAM, r: f32[12, 2, 4] @ Neon):
    for j in seq(0, 12):
        for it in seq(0, 2):
            for i in seq(0, 4):
                C[j, 4 * it + i] = r[j, it, i]
---- schedule
p = replace(p, 'for i in _: _', neon.neon_vst_4xf32)
---- expect
def p(C: f32[12, 8] @ DRAM, r: f32[12, 2, 4] @ Neon):
    for j in seq(0, 12):
        for it in seq(0, 2):
            neon_vst_4xf32(C[j, 4 * it:4 * it + 4], r[j, it, 0:4])
