config Cfg:
    m: size
def p(n: size, A: f32[n]):
    assert Cfg.m == n
    Cfg.m = 2
    for i in seq(0, n):
        A[i] = 1.0
---- schedule
p = rewrite_expr(p, p.find('for i in _: _').child(1), 'Cfg.m')
---- expect error rewrite_expr.S1
