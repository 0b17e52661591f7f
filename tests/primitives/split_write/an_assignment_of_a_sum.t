def p(n: size, A: f32[n], B: f32[n], C: f32[n]):
    for i in seq(0, n):
        C[i] = A[i] + B[i]
---- schedule
p = split_write(p, 'C[_] = _')
---- expect
def p(n: size, A: f32[n] @ DRAM, B: f32[n] @ DRAM, C: f32[n] @ DRAM):
    for i in seq(0, n):
        C[i] = A[i]
        C[i] += B[i]
