def p(n: size, A: f32[n + 4], B: f32[n + 4]):
    assert n % 4 == 0
    w = A[2:n + 2]
    w[4 * (n / 4) - 1] = B[0]
    A[n + 1] += A[n] + B[1]
---- schedule
p = merge_writes(p, 'w[_] = _ ; A[_] += _')
---- expect
def p(n: size, A: f32[n + 4] @ DRAM, B: f32[n + 4] @ DRAM):
    assert n % 4 == 0
    w = A[2:n + 2]
    w[4 * (n / 4) - 1] = B[0] + (A[n] + B[1])
