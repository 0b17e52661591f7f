config Cfg:
    f: index
    g: index
    s: f32
    b: bool

def f(s: stride, A: [f32][4]):
    if s == 1:
        A[0] = 1.0
def p(A: [f32][4]):
    f(stride(A, 0), A[0:4])
---- schedule
p = bind_config(p, p.find('f(_)').child(0), Cfg, 'f')
---- expect
def p(A: [f32][4] @ DRAM):
    Cfg.f = stride(A, 0)
    f(Cfg.f, A[0:4])
