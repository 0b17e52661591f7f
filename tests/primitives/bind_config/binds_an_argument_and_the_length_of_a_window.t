config Cfg:
    f: index
    g: index
    s: f32
    b: bool

def fill(n: size, A: [f32][n]):
    for i in seq(0, n):
        A[i] = 1.0
def p(n: size, A: f32[n + 1]):
    fill(n, A[1:n + 1])
---- schedule
p = bind_config(p, p.find('fill(_)').child(0), Cfg, 'f')
---- expect
def p(n: size, A: f32[n + 1] @ DRAM):
    Cfg.f = n
    fill(Cfg.f, A[1:Cfg.f + 1])
