def load(n: size, dst: [f32][16], src: [f32][n]):
    assert n <= 16
    for i in seq(0, 16):
        if i < n:
            dst[i] = src[i]
def add(dst: [f32][16], a: [f32][16]):
    for i in seq(0, 16):
        dst[i] += a[i]
def store(n: size, dst: [f32][n], src: [f32][16]):
    assert n <= 16
    for i in seq(0, 16):
        if i < n:
            dst[i] = src[i]
def p(n: size, x: f32[n], y: f32[n]):
    assert n < 16
    a: f32[16]
    b: f32[16]
    load(n, a[0:16], y[0:n])
    load(n, b[0:16], x[0:n])
    add(a[0:16], b[0:16])
    store(n, y[0:n], a[0:16])
---- schedule
---- expect error unwritten
else: dst[i] = 0.0
