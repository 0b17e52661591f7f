def fill(n: size, A: [f32][n]):
    for i in seq(0, n):
        A[i] = 1.0
def p(X: f64[8]):
    for i in seq(0, 8):
        X[i] = 1.0
---- schedule
p = replace(p, 'for i in _: _', fill)
---- expect error replace.R1
the precision is f64, f32 is wanted
X[i] = 1.0` at
set_precision
