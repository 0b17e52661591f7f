config Cfg:
    f: index
    g: index
    s: f32
    b: bool

def p(n: size, A: f32[n], x: f32[n]):
    for i in seq(0, n):
        A[i] = 1.0
---- schedule
p = write_config(p, p.find('A[_] = _').before(), Cfg, 's', 'x[i]')
p = write_config(p, p.find('A[_] = _').before(), Cfg, 'b', 'i < 4')
p = write_config(p, 'A[_] = _', Cfg, 's', '2')
---- expect
def p(n: size, A: f32[n] @ DRAM, x: f32[n] @ DRAM):
    for i in seq(0, n):
        Cfg.s = x[i]
        Cfg.b = i < 4
        A[i] = 1.0
        Cfg.s = 2.0
