def p(n: size, A: f32[n], B: f32[n]):
    for i in seq(0, n):
        B[i] = A[i]
        B[i] = 2.0 * A[i]
---- schedule
p = merge_writes(p, 'B[_] = _ ; B[_] = _')
---- expect
def p(n: size, A: f32[n] @ DRAM, B: f32[n] @ DRAM):
    for i in seq(0, n):
        B[i] = 2.0 * A[i]
