def p(n: size, A: f32[n], B: f32[n], y: f32):
    x: f32
    for i in seq(0, n):
        x = A[i]
        B[i] = x
        x = x + 1.0
        y += x
    y = y + x
---- schedule
p = inline_assign(p, 'x = A[_]')
---- expect
def p(n: size, A: f32[n] @ DRAM, B: f32[n] @ DRAM, y: f32 @ DRAM):
    x: f32 @ DRAM
    for i in seq(0, n):
        B[i] = A[i]
        x = A[i] + 1.0
        y += x
    y = y + x
