config Cfg:
    k: index
def p(n: size, A: f32[n]):
    Cfg.k = 3
    for i in seq(0, n):
        A[i] = 1.0
---- schedule
p = specialize(p, 'for i in _: _', ['Cfg.k == 2'])
---- expect error specialize.R3
'Cfg.k == 2' never holds here
