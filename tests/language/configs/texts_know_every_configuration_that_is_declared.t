config Cfg:
    n: size
config Other:
    m: index
def p(A: f32[8]):
    assert Cfg.n <= 8
    for i in seq(0, 8):
        A[i] = 1.0
---- schedule
p = specialize(p, 'for i in _: _', ['Cfg.n == 3'])
p = write_config(p, p.find('if _: _').before(), Other, 'm', 'Cfg.n')
---- expect
def p(A: f32[8] @ DRAM):
    assert Cfg.n <= 8
    Other.m = Cfg.n
    if Cfg.n == 3:
        for i in seq(0, 8):
            A[i] = 1.0
    else:
        for i in seq(0, 8):
            A[i] = 1.0
