# hwlib neon
def p(x: f32[3] @ DRAM, y: f32[4] @ DRAM, r: f32[2, 4] @ Neon):
    for i in seq(0, 3):
        r[0, i] = x[i]
    for i in seq(0, 4):
        r[1, i] = y[i]
---- schedule
p = replace_all(p, [neon.neon_vld_4xf32, neon.neon_vld_partial_4xf32])
---- expect
def p(x: f32[3] @ DRAM, y: f32[4] @ DRAM, r: f32[2, 4] @ Neon):
    neon_vld_partial_4xf32(3, r[0, 0:4], x[0:3])
    neon_vld_4xf32(r[1, 0:4], y[0:4])
