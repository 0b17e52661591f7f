config Cfg:
    f: index
    g: index
    s: f32
    b: bool

def f(x: [f32][4]):
    for k in seq(0, 4):
        x[k] = 1.0
def p(n: size, A: f32[n, 4]):
    for i in par(0, n):
        f(A[i, 0:4])
---- schedule
g = write_config(rename(f, 'g'), 'x[_] = _', Cfg, 's', '2.0')
p = call_eqv(p, 'f(_)', g)
---- expect error call_eqv.S4
g writes no configuration field
