# hwlib neon
def p(A: f32[6, 8] @ DRAM, r: f32[4] @ Neon):
    w = A[2, 0:8]
    for i in seq(0, 4):
        r[i] = w[i + 2]
---- schedule
p = replace(p, 'for i in _: _', neon.neon_vld_4xf32)
---- expect
def p(A: f32[6, 8] @ DRAM, r: f32[4] @ Neon):
    w = A[2, 0:8]
    neon_vld_4xf32(r[0:4], w[2:6])
