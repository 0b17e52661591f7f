def f(x: [f32][16]):
    assert stride(x, 0) == 1
    assert aligned(x, 64)
    for i in seq(0, 16):
        x[i] = 0.0
def p(n: size):
    t: f32[2, 3, 16] @ DRAM_STACK
    u: f32[n, 32]
    f(t[1, 2, 0:16])
    f(u[n - 1, 16:32])
---- expect
def p(n: size):
    t: f32[2, 3, 16] @ DRAM_STACK
    u: f32[n, 32] @ DRAM
    f(t[1, 2, 0:16])
    f(u[n - 1, 16:32])
