def p(n: size, k: size, x: f32[k, n], y: f32[n]):
    assert n <= 8
    row: f32[8]
    sums: f32[8]
    for j in seq(0, n):
        sums[j] = 0.0
    for i in seq(0, k):
        for j in seq(0, n):
            row[j] = x[i, j]
        for j in seq(0, n):
            sums[j] += row[j] * row[j]
    for j in seq(0, n):
        y[j] = sums[j]
---- schedule
p = pad_loop(p, 'j', 8)
p = pad_loop(p, 'j #1', 8, zeros=True)
p = pad_loop(p, 'j #2', 8)
---- expect
def p(n: size, k: size, x: f32[k, n] @ DRAM, y: f32[n] @ DRAM):
    assert n <= 8
    row: f32[8] @ DRAM
    sums: f32[8] @ DRAM
    for j in seq(0, 8):
        sums[j] = 0.0
    for i in seq(0, k):
        for j in seq(0, 8):
            if j < n:
                row[j] = x[i, j]
            else:
                row[j] = 0.0
        for j in seq(0, 8):
            sums[j] += row[j] * row[j]
    for j in seq(0, n):
        y[j] = sums[j]
