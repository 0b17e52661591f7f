def f(n: size, dst: [f32][n] @ DRAM, src: [f32][n] @ DRAM):
    assert stride(src, 0) == 1
    for i in seq(0, n):
        dst[i] = src[i]
def p(n: size, A: f32[n, 8] @ DRAM, B: f32[n, 8] @ DRAM):
    for i in seq(0, n):
        w = A[i, 2:6]
        f(4, B[i, 0:4], w)
        f(2, B[i, 4:6], A[i, 4:6])
---- schedule
p = stage_mem(p, p.find('for i in _: _').body(), 'A[i, 2:6]', 'a')
---- expect
def p(n: size, A: f32[n, 8] @ DRAM, B: f32[n, 8] @ DRAM):
    for i in seq(0, n):
        a: f32[4] @ DRAM
        for i0 in seq(0, 4):
            a[i0] = A[i, i0 + 2]
        w = a[0:4]
        f(4, B[i, 0:4], w)
        f(2, B[i, 4:6], a[2:4])
