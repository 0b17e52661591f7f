def p(n: size, x: f32[4], y: f32[n], z: f32[n], s: f32, last: f32):
    for i in seq(0, n):
        s = x[0]
        y[i] = s * y[i]
        last = y[i]
    for i in seq(0, n):
        z[i] = s + y[i]
---- schedule
p = fuse(p, 'for i in _: _', 'for i in _: _ #1')
---- expect
def p(n: size, x: f32[4] @ DRAM, y: f32[n] @ DRAM, z: f32[n] @ DRAM, s: f32 @ DRAM, last: f32 @ DRAM):
    for i in seq(0, n):
        s = x[0]
        y[i] = s * y[i]
        last = y[i]
        z[i] = s + y[i]
