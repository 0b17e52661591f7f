def p(n: size, y: i32[n], a: ui8[4], b: i8[4, 16]):
    assert n <= 16
    sums: i32[16]
    for j in seq(0, n):
        sums[j] = 0.0
    for k in seq(0, 4):
        for j in seq(0, n):
            sums[j] += i32(a[k]) * i32(b[k, j])
    for j in seq(0, n):
        y[j] += sums[j]
---- schedule
p = pad_loop(p, 'j', 16)
p = pad_loop(p, 'j #1', 16)
---- expect
def p(n: size, y: i32[n] @ DRAM, a: ui8[4] @ DRAM, b: i8[4, 16] @ DRAM):
    assert n <= 16
    sums: i32[16] @ DRAM
    for j in seq(0, 16):
        sums[j] = 0.0
    for k in seq(0, 4):
        for j in seq(0, 16):
            sums[j] += i32(a[k]) * i32(b[k, j])
    for j in seq(0, n):
        y[j] += sums[j]
