def total(a: [f32][3], out: [f32][1]):
    for k in seq(0, 3):
        out[0] += a[k]
def p(n: size, x: f32[n + 2], y: f32[n]):
    a: f32[n + 2]
    for i in seq(0, n):
        w = a[i:i + 3]
        for k in seq(0, 3):
            w[k] = x[k + i]
    for i in seq(0, n):
        total(a[i:i + 3], y[i:i + 1])
---- schedule
p = fuse(p, 'for i in _: _', 'for i in _: _ #1')
---- expect
def p(n: size, x: f32[n + 2] @ DRAM, y: f32[n] @ DRAM):
    a: f32[n + 2] @ DRAM
    for i in seq(0, n):
        w = a[i:i + 3]
        for k in seq(0, 3):
            w[k] = x[k + i]
        total(a[i:i + 3], y[i:i + 1])
