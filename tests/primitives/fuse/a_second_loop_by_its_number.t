def p(n: size, A: f32[n], B: f32[n]):
    for i in seq(0, n):
        A[i] = 1.0
    for i in seq(0, n):
        B[i] = A[i]
---- schedule
p = fuse(p, 'i', 'i #1')
---- expect
def p(n: size, A: f32[n] @ DRAM, B: f32[n] @ DRAM):
    for i in seq(0, n):
        A[i] = 1.0
        B[i] = A[i]
