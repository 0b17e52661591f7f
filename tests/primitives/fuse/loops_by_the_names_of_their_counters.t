def p(n: size, A: f32[n], B: f32[n]):
    for i0 in seq(0, n):
        A[i0] = 1.0
    for ci in seq(0, n):
        B[ci] = A[ci]
---- schedule
p = fuse(p, 'i0', 'ci')
---- expect
def p(n: size, A: f32[n] @ DRAM, B: f32[n] @ DRAM):
    for i0 in seq(0, n):
        A[i0] = 1.0
        B[i0] = A[i0]
