def put(n: size, x: [f32][n], v: f32):
    for k in seq(0, n):
        x[k] = v
def p(n: size, A: f32[8 * n, 4], v: f32, w: f32):
    for i in seq(0, 8 * n / 4):
        put(4, A[i, 0:4], v)
        if i > 2 * n:
            A[i, 0] += v * w
    for j in seq(2 * n, 8 * n):
        put(4, A[j + 3 - 3, 0:4], v)
        if j >= 2 * n + 1:
            A[j, 0] += w * v
---- schedule
p = join_loops(p, 'i', 'j')
---- expect
def p(n: size, A: f32[8 * n, 4] @ DRAM, v: f32 @ DRAM, w: f32 @ DRAM):
    for i in seq(0, 8 * n):
        put(4, A[i, 0:4], v)
        if i > 2 * n:
            A[i, 0] += v * w
