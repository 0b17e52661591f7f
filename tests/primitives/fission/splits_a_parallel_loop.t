def p(n: size, A: f32[n], B: f32[n]):
    for i in par(0, n):
        A[i] += 1.0
        B[i] = A[i]
---- schedule
p = fission(p, p.find('A[_] += _').after())
---- expect
def p(n: size, A: f32[n] @ DRAM, B: f32[n] @ DRAM):
    for i in par(0, n):
        A[i] += 1.0
    for i in par(0, n):
        B[i] = A[i]
