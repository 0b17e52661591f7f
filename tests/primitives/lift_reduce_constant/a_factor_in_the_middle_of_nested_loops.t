def p(n: size, k: size, al: f32[n], A: f32[n, k, k], C: f32[n]):
    for i in seq(0, n):
        C[i] = 0.0
        for l in seq(0, k):
            for m in seq(0, k):
                C[i] += A[i, l, m] * al[i] * A[i, m, l]
---- schedule
p = lift_reduce_constant(p, 'C[_] = _ ; for l in _: _')
---- expect
def p(n: size, k: size, al: f32[n] @ DRAM, A: f32[n, k, k] @ DRAM, C: f32[n] @ DRAM):
    for i in seq(0, n):
        C[i] = 0.0
        for l in seq(0, k):
            for m in seq(0, k):
                C[i] += A[i, l, m] * A[i, m, l]
        C[i] = al[i] * C[i]
