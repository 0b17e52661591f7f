def p(n: size, x: f32[n], c: f32[n], A: f32[n]):
    for i in par(0, n):
        t: f32
        t = c[i]
        x[i] = 0.0
        for k in seq(0, n):
            x[i] += t * A[k]
        c[i] = 5.0
---- schedule
p = lift_reduce_constant(p, 'x[_] = _ ; for k in _: _')
---- expect
def p(n: size, x: f32[n] @ DRAM, c: f32[n] @ DRAM, A: f32[n] @ DRAM):
    for i in par(0, n):
        t: f32 @ DRAM
        t = c[i]
        x[i] = 0.0
        for k in seq(0, n):
            x[i] += A[k]
        x[i] = t * x[i]
        c[i] = 5.0
