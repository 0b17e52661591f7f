def p(n: size, A: f32[n], x: f32):
    x = 1.0
    x += A[n - 1]
---- schedule
p = merge_writes(p, 'x = _ ; x += _')
---- expect
def p(n: size, A: f32[n] @ DRAM, x: f32 @ DRAM):
    x = 1.0 + A[n - 1]
