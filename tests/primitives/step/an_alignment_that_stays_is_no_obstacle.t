def f(x: [f32][16]):
    assert stride(x, 0) == 1
    assert aligned(x, 64)
    for i in seq(0, 16):
        x[i] = 0.0
def p(n: size):
    for i in seq(0, n):
        t: f32[32]
        f(t[16:32])
---- schedule
p = expand_dim(p, 't', 'n', 'i')
p = set_memory(p, 't', DRAM_STATIC)
p = set_memory(p, 't', DRAM)
---- expect
def p(n: size):
    for i in seq(0, n):
        t: f32[n, 32] @ DRAM
        f(t[i, 16:32])
