# hwlib neon
def p(x: f32[4, 4] @ DRAM, r: f32[2, 4] @ Neon):
    for i in seq(0, 4):
        r[0, i] = x[i, 0]
    for i in seq(0, 4):
        r[1, i] = x[0, i]
---- schedule
p = replace_all(p, [neon.neon_vld_4xf32])
---- expect
def p(x: f32[4, 4] @ DRAM, r: f32[2, 4] @ Neon):
    for i in seq(0, 4):
        r[0, i] = x[i, 0]
    neon_vld_4xf32(r[1, 0:4], x[0, 0:4])
