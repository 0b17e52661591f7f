config Cfg:
    f: index
    g: index
    s: f32
    b: bool

def f(j: index, x: [f32][8]):
    assert j >= 0
    assert j < 2
    for k in seq(0, 4):
        x[2 * k + j] += 1.0
def p(A: f32[8]):
    for j in par(0, 2):
        f(j, A[0:8])
---- schedule
g = stage_mem(rename(f, 'g'), 'for k in _: _', 'x[0:8]', 'x_reg')
p = call_eqv(p, 'f(_)', g)
---- expect error call_eqv.S4
do not meet in A
