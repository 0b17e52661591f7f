def fill(n: size, A: [f32][n]):
    w = A[0:n]
    for i in seq(0, n):
        w[i] = 1.0
def p(X: f32[8]):
    v = X[0:8]
    for i in seq(0, 8):
        v[i] = 1.0
    v[0] = 2.0
---- schedule
p = replace(p, p.find('for i in _: _').expand(1, 0), fill)
---- expect error replace.R2
v is used after
