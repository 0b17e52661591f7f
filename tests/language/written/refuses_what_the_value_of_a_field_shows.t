config Cfg:
    f: index

def p(n: size, B: f32[n], C: f32[n]):
    assert n <= 4
    assert n >= 4
    for i in seq(0, n):
        s: f32
        if Cfg.f < 3:
            s = B[i]
        C[i] = s
---- expect error unwritten
s is read before it is written (n = 4, i = 0, Cfg.f = 3)
