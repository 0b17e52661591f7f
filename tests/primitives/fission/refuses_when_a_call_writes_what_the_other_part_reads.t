def add(n: size, x: [f32][n]):
    for i in seq(0, n):
        x[i] += 1.0
def p(n: size, A: f32[n], B: f32[n]):
    for i in seq(0, n):
        B[i] = A[i]
        add(n, A[0:n])
---- schedule
p = fission(p, p.find('B[_] = _').after())
---- expect error fission.S1
