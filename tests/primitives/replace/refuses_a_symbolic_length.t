# hwlib neon
def p(n: size, x: f32[n] @ DRAM, r: f32[n] @ Neon):
    for i in seq(0, n):
        r[i] = x[i]
---- schedule
p = replace(p, 'for i in _: _', neon.neon_vld_4xf32)
---- expect error replace.S1
n = 
