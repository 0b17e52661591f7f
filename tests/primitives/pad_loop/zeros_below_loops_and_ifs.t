def p(n: size, x: f32[4], y: f32[n, 4]):
    t: f32[n + 2, 4]
    for i in seq(0, n):
        for j in seq(0, 4):
            t[i, j] = x[j]
            if j < 2:
                t[i, j] += 1.0
    for i in seq(0, n):
        for j in seq(0, 4):
            y[i, j] = t[i, j]
---- schedule
p = pad_loop(p, 'i', 'n + 2', zeros=True)
---- expect
def p(n: size, x: f32[4] @ DRAM, y: f32[n, 4] @ DRAM):
    t: f32[n + 2, 4] @ DRAM
    for i in seq(0, n + 2):
        if i < n:
            for j in seq(0, 4):
                t[i, j] = x[j]
                if j < 2:
                    t[i, j] += 1.0
        else:
            for j in seq(0, 4):
                t[i, j] = 0.0
                if j < 2:
                    pass
    for i in seq(0, n):
        for j in seq(0, 4):
            y[i, j] = t[i, j]
