def p(n: size, A: f32[n], B: f32[n]):
    assert n >= 4
    for i in seq(0, n):
        B[i] = A[i] + A[0]
---- schedule
p = divide_with_recompute(p, 'i', 'n / 4', 4, ['io', 'ii'])
---- expect
def p(n: size, A: f32[n] @ DRAM, B: f32[n] @ DRAM):
    assert n >= 4
    for io in seq(0, n / 4):
        for ii in seq(0, n - 4 * (n / 4) + 4):
            B[ii + 4 * io] = A[ii + 4 * io] + A[0]
