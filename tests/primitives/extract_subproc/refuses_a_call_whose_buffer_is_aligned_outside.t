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
p, q = extract_subproc(p, 'f(_)', 'q')
---- expect error extract_subproc.S2
in q, the address of t[16:32], which f takes as x, is a multiple of 64 bytes
address_t = 1
the allocation of an aligned buffer
