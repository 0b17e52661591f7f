def p(n: size, A: f32[n], y: f32):
    x: f32
    x = 0.0
    for k in seq(0, n):
        x += A[k]
    for k in seq(0, n):
        y = x
---- schedule
p = fuse(p, 'for k in _: _', 'for k in _: _ #1')
---- expect
def p(n: size, A: f32[n] @ DRAM, y: f32 @ DRAM):
    x: f32 @ DRAM
    x = 0.0
    for k in seq(0, n):
        x += A[k]
        y = x
