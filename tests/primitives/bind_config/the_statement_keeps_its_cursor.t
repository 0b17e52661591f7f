config Cfg:
    f: index
    g: index
    s: f32
    b: bool

def p(n: size, scale: f32, A: f32[n], B: f32[n]):
    for i in seq(0, n):
        A[i] = B[i] * scale
---- schedule
c = p.find('A[_] = _')
p = bind_config(p, c.child(1).child(1), Cfg, 's')
p = fission(p, c.before())
---- expect
def p(n: size, scale: f32 @ DRAM, A: f32[n] @ DRAM, B: f32[n] @ DRAM):
    for i in seq(0, n):
        Cfg.s = scale
    for i in seq(0, n):
        A[i] = B[i] * Cfg.s
