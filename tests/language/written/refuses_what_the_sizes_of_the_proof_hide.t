def p(n: size, m: size, x: f32, B: f32[n, m]):
    assert n % 4 == 0
    row: f32[m]
    for i in seq(0, m / 4):
        for j in seq(0, 4):
            row[4 * i + j] = x
    for k in seq(0, m):
        B[3, k] = row[k]
    B[n - 1, 0] = x
---- expect error unwritten
