def f(x: [f32][16]):
    assert stride(x, 0) == 1
    assert aligned(x, 64)
    for i in seq(0, 16):
        x[i] = 0.0
def p(n: size):
    for i in seq(0, n):
        t: f32[24]
        f(t[0:16])
---- schedule
p = expand_dim(p, 't', 'n', 'i')
---- expect error step.S2
the address of t[i, 0:16], which f takes as x, is a multiple of 64 bytes
i = 1
