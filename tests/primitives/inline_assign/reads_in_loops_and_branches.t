def p(n: size, A: f32[n], B: f32[n, n], C: f32):
    x: f32
    for i in seq(0, n):
        x = A[i]
        for j in seq(0, n):
            if j < i:
                B[i, j] = x
            else:
                B[i, j] += 2.0 * x
---- schedule
p = inline_assign(p, 'x = _')
---- expect
def p(n: size, A: f32[n] @ DRAM, B: f32[n, n] @ DRAM, C: f32 @ DRAM):
    x: f32 @ DRAM
    for i in seq(0, n):
        for j in seq(0, n):
            if j < i:
                B[i, j] = A[i]
            else:
                B[i, j] += 2.0 * A[i]
