def rev(n: size, A: [f32][n], B: [f32][n]):
    for i in seq(0, n):
        A[i] = B[n - i - 1]
def p(A: f32[8], B: f32[16]):
    for i in seq(0, 8):
        A[i] = B[11 - i]
---- schedule
p = replace(p, 'for i in _: _', rev)
---- expect
def p(A: f32[8] @ DRAM, B: f32[16] @ DRAM):
    rev(8, A[0:8], B[4:12])
