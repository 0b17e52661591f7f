def f(n: size, dst: [f32][n] @ DRAM, src: [f32][n] @ DRAM):
    for i in seq(0, n):
        dst[i] = src[i]
def p(n: size, A: f32[n] @ DRAM, B: f32[n] @ DRAM):
    x: f32[n] @ DRAM
    for k in seq(0, 3):
        f(n, x, A)
        f(n, B, x)
        if k > 0:
            y: f32[n] @ DRAM
            w = y[0:n]
            f(n, w, B)
            for i in seq(0, n):
                A[i] = y[i]
---- schedule
p = reuse_buffer(p, 'x', 'y')
---- expect
def p(n: size, A: f32[n] @ DRAM, B: f32[n] @ DRAM):
    x: f32[n] @ DRAM
    for k in seq(0, 3):
        f(n, x, A)
        f(n, B, x)
        if k > 0:
            w = x[0:n]
            f(n, w, B)
            for i in seq(0, n):
                A[i] = x[i]
