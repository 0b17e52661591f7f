def put(n: size, x: [f32][n]):
    for k in seq(0, n):
        x[k] = 1.0
def add(n: size, x: [f32][n], y: [f32][n]):
    for k in seq(0, n):
        y[k] += x[k]
def p(n: size, A: f32[n + 1], B: f32[n + 1]):
    for i in seq(0, n):
        if i > 0:
            put(2, A[i - 1:i + 1])
            add(1, A[i:i + 1], B[i:i + 1])
            add(1, A[i + 1:i + 2], B[i:i + 1])
---- schedule
p = fission(p, p.find('put(_)').after(), n_lifts=2)
---- expect error fission.S1
counterexample
replayed: B[
