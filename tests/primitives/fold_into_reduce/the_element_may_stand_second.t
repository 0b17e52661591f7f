def p(n: size, A: f32[n], B: f32[n]):
    for i in seq(0, n):
        B[i] = A[i] * A[i] + B[i]
---- schedule
p = fold_into_reduce(p, 'B[_] = _')
---- expect
def p(n: size, A: f32[n] @ DRAM, B: f32[n] @ DRAM):
    for i in seq(0, n):
        B[i] += A[i] * A[i]
