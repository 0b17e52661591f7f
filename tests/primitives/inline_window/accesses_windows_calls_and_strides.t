def f(n: size, dst: [f32][n] @ DRAM):
    for i in seq(0, n):
        dst[i] += 1.0
def p(n: size, A: f32[n, 8] @ DRAM):
    for k in seq(0, n):
        w = A[k, 2:6]
        for i in seq(0, 3):
            w[i] = w[i + 1] * 2.0
            w[i] += 1.0
        f(4, w)
        f(2, w[1:3])
        v = w[2:4]
        if stride(w, 0) == 1:
            v[0] = w[3]
---- schedule
p = inline_window(p, 'w = _')
---- expect
def p(n: size, A: f32[n, 8] @ DRAM):
    for k in seq(0, n):
        for i in seq(0, 3):
            A[k, i + 2] = A[k, i + 3] * 2.0
            A[k, i + 2] += 1.0
        f(4, A[k, 2:6])
        f(2, A[k, 3:5])
        v = A[k, 4:6]
        if stride(A, 1) == 1:
            v[0] = A[k, 5]
