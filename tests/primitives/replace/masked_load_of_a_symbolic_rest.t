# hwlib neon
def p(n: size, x: f32[n] @ DRAM, r: f32[4] @ Neon):
    if n % 4 >= 1:
        for i in seq(0, n % 4):
            r[i] = x[n - n % 4 + i]
---- schedule
p = replace(p, 'for i in _: _', neon.neon_vld_partial_4xf32)
---- expect
def p(n: size, x: f32[n] @ DRAM, r: f32[4] @ Neon):
    if n % 4 >= 1:
        neon_vld_partial_4xf32(n % 4, r[0:4], x[4 * (n / 4):n])
