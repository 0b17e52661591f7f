def f(x: [f32][16]):
    assert stride(x, 0) == 1
    assert aligned(x, 64)
    for i in seq(0, 16):
        x[i] = 0.0
def p(A: f32[32]):
    assert aligned(A, 64)
    f(A[16:32])
---- schedule
p = stage_mem(p, 'f(_)', 'A[8:32]', 't')
---- expect error stage_mem.S5
which f takes as x, is a multiple of 64 bytes
