# hwlib neon
def p(x: f32[5, 7] @ DRAM, r: f32[4] @ Neon):
    for k in seq(0, 5):
        for i in seq(0, 4):
            r[i] = x[k, 3]
---- schedule
p = replace(p, 'for i in _: _', neon.neon_broadcast_4xf32)
---- expect
def p(x: f32[5, 7] @ DRAM, r: f32[4] @ Neon):
    for k in seq(0, 5):
        neon_broadcast_4xf32(r[0:4], x[k, 3:4])
