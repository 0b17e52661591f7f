config Cfg:
    scale: f32
    rows: index
def copy(n: size, x: [f32][n], y: [f32][n], again: bool):
    for i in seq(0, n):
        x[i] = y[i]
    if again:
        for i in par(0, n):
            x[i] = y[i]
def p(n: size, m: size, k: index, b: bool, s: stride, A: f32[n, 2 * m] @ DRAM, B: [f32][n, m], C: R[n], i8s: i8[n], x: f32):
    assert n % 2 == 0 and k >= 0
    assert stride(B, 1) == 1 or b
    t: f32[n, m] @ DRAM_STACK
    Cfg.scale = 2.0
    Cfg.rows = n / 2
    w = B[0, 0:m]
    for i in seq(0, n):
        for j in par(0, m):
            t[i, j] = -B[i, j] * Cfg.scale + relu(max(A[i, 2 * j], 0.5))
            if i % 2 == 0:
                t[i, j] += A[i, 2 * j + 1] / 3.0
            else:
                pass
    copy(m, w, t[n - 1, 0:m], b)
    x = select(x, C[0], 1.0, 2.0)
---- expect
def p(n: size, m: size, k: index, b: bool, s: stride, A: f32[n, 2 * m] @ DRAM, B: [f32][n, m] @ DRAM, C: R[n] @ DRAM, i8s: i8[n] @ DRAM, x: f32 @ DRAM):
    assert n % 2 == 0 and k >= 0
    assert stride(B, 1) == 1 or b
    t: f32[n, m] @ DRAM_STACK
    Cfg.scale = 2.0
    Cfg.rows = n / 2
    w = B[0, 0:m]
    for i in seq(0, n):
        for j in par(0, m):
            t[i, j] = -B[i, j] * Cfg.scale + relu(max(A[i, 2 * j], 0.5))
            if i % 2 == 0:
                t[i, j] += A[i, 2 * j + 1] / 3.0
            else:
                pass
    copy(m, w, t[n - 1, 0:m], b)
    x = select(x, C[0], 1.0, 2.0)
