def p(x: f64, A: f32[4]):
    x = 0.5
    x += A[0] * A[1]
---- schedule
p = merge_writes(p, 'x = _ ; x += _')
---- expect
def p(x: f64 @ DRAM, A: f32[4] @ DRAM):
    x = 0.5 + A[0] * A[1]
