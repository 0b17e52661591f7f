def p(m: index, A: f32[8], B: f32[8, 8], x: f32):
    assert m > 0
    assert m <= 8
    x = 0.0
    for i in seq(0, m):
        for j in seq(i, m):
            x += B[i, j] * (A[m - 1] / 2.0)
---- schedule
p = lift_reduce_constant(p, 'x = _ ; for i in _: _')
---- expect
def p(m: index, A: f32[8] @ DRAM, B: f32[8, 8] @ DRAM, x: f32 @ DRAM):
    assert m > 0
    assert m <= 8
    x = 0.0
    for i in seq(0, m):
        for j in seq(i, m):
            x += B[i, j]
    x = A[m - 1] / 2.0 * x
