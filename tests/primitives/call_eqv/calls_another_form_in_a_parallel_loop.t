config Cfg:
    f: index
    g: index
    s: f32
    b: bool

def f(x: [f32][8]):
    for k in seq(0, 8):
        x[k] += 1.0
def p(A: f32[4, 8]):
    for j in par(0, 4):
        f(A[j, 0:8])
---- schedule
g = divide_loop(rename(f, 'g'), 'k', 4, ['ko', 'ki'], tail='perfect')
p = call_eqv(p, 'f(_)', g)
---- expect
def p(A: f32[4, 8] @ DRAM):
    for j in par(0, 4):
        g(A[j, 0:8])
