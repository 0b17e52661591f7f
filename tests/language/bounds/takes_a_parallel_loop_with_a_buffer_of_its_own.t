def p(n: size, A: f32[n], B: f32[n]):
    for i in par(0, n):
        t: f32
        t = B[i]
        A[n - 1 - i] = t
---- expect
def p(n: size, A: f32[n] @ DRAM, B: f32[n] @ DRAM):
    for i in par(0, n):
        t: f32 @ DRAM
        t = B[i]
        A[n - 1 - i] = t
