def clip(n: size, m: index, A: [f32][n], B: [f32][n]):
    for i in seq(0, n):
        if i < m:
            A[i] = B[i]
        else:
            A[i] = 0.0
def p(n: size, k: size, A: f32[n, 16], B: f32[n, 16]):
    for b in seq(0, n):
        for i in seq(0, 16):
            if i < k - 2:
                A[b, i] = B[b, i]
            else:
                A[b, i] = 0.0
---- schedule
p = replace(p, 'for i in _: _', clip)
---- expect
def p(n: size, k: size, A: f32[n, 16] @ DRAM, B: f32[n, 16] @ DRAM):
    for b in seq(0, n):
        clip(16, k - 2, A[b, 0:16], B[b, 0:16])
