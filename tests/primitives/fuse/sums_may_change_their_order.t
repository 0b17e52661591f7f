def p(n: size, A: f32[n], x: f32):
    for i in seq(0, n):
        x += A[i]
    for i in seq(0, n):
        x += 2.0 * A[i]
---- schedule
p = fuse(p, 'for i in _: _', 'for i in _: _ #1')
---- expect
def p(n: size, A: f32[n] @ DRAM, x: f32 @ DRAM):
    for i in seq(0, n):
        x += A[i]
        x += 2.0 * A[i]
