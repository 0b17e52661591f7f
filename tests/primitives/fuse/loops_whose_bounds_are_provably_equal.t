def p(n: size, A: f32[n], B: f32[n]):
    assert n % 4 == 0
    for i in seq(n / 4, n):
        A[i] = 1.0
    for j in seq((n + 3) / 4, n / 4 * 4):
        B[j] = A[j - 1]
---- schedule
p = fuse(p, 'for i in _: _', 'for j in _: _')
---- expect
def p(n: size, A: f32[n] @ DRAM, B: f32[n] @ DRAM):
    assert n % 4 == 0
    for i in seq(n / 4, n):
        A[i] = 1.0
        B[i] = A[i - 1]
