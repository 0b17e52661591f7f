# hwlib neon
def p(x: f32[4] @ DRAM, y: f32[4] @ DRAM, r: f32[4] @ Neon):
    for i in seq(0, 4):
        r[i] = x[i]
        y[i] = x[i]
---- schedule
p = replace(p, 'for i in _: _', neon.neon_vld_4xf32)
---- expect error replace.R1
y[i] = x[i]
more statements
