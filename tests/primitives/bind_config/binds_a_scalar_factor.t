config Cfg:
    f: index
    g: index
    s: f32
    b: bool

def p(n: size, scale: f32, A: f32[n], B: f32[n]):
    for i in seq(0, n):
        A[i] = B[i] * scale
---- schedule
p = bind_config(p, p.find('A[_] = _').child(1).child(1), Cfg, 's')
---- expect
def p(n: size, scale: f32 @ DRAM, A: f32[n] @ DRAM, B: f32[n] @ DRAM):
    for i in seq(0, n):
        Cfg.s = scale
        A[i] = B[i] * Cfg.s
