def p(n: size, m: size, A: f32[n + 2, m] @ DRAM, B: f32[n, m] @ DRAM):
    t: f32[n + 2, m] @ DRAM
    for y in seq(0, n):
        for r in seq(0, 3):
            if y == 0 or r == 2:
                for x in seq(0, m):
                    t[y + r, x] = A[y + r, x] * 2.0
        for x in seq(0, m):
            B[y, x] = t[y, x] + t[y + 1, x] + t[y + 2, x]
---- schedule
p = resize_dim(p, 't', 0, 3, 0, fold=True)
---- expect
def p(n: size, m: size, A: f32[n + 2, m] @ DRAM, B: f32[n, m] @ DRAM):
    t: f32[3, m] @ DRAM
    for y in seq(0, n):
        for r in seq(0, 3):
            if y == 0 or r == 2:
                for x in seq(0, m):
                    t[(y + r) % 3, x] = A[y + r, x] * 2.0
        for x in seq(0, m):
            B[y, x] = t[y % 3, x] + t[(y + 1) % 3, x] + t[(y + 2) % 3, x]
