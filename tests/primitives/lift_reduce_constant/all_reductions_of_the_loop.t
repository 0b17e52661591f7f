def p(n: size, c: f32, A: f32[n], C: f32[4]):
    C[1] = 0.0
    for i in seq(0, n):
        if i % 2 == 0:
            C[1] += c * A[i]
        else:
            C[1] += 2.0 * A[i] * c
---- schedule
p = lift_reduce_constant(p, 'C[_] = _ ; for i in _: _')
---- expect
def p(n: size, c: f32 @ DRAM, A: f32[n] @ DRAM, C: f32[4] @ DRAM):
    C[1] = 0.0
    for i in seq(0, n):
        if i % 2 == 0:
            C[1] += A[i]
        else:
            C[1] += 2.0 * A[i]
    C[1] = c * C[1]
