def f(n: size, x: [f32][n] @ DRAM):
    for i in seq(0, n):
        x[i] = x[i] * 2.0
def p(n: size, A: f32[n, 8] @ DRAM):
    for i in seq(0, n):
        for j in seq(0, 6):
            A[i, j + 2] = A[i, j + 1] + A[i, 0]
            A[i, j + 2] += 1.0
        f(3, A[i, 4:7])
        v = A[i, 3:5]
        v[0] = A[i, 3]
---- schedule
p = bind_window(p, p.find_loop('j').expand(0, 3), 'A[i, 1:8]', 'row')
---- expect
def p(n: size, A: f32[n, 8] @ DRAM):
    for i in seq(0, n):
        row = A[i, 1:8]
        for j in seq(0, 6):
            row[j + 1] = row[j] + A[i, 0]
            row[j + 1] += 1.0
        f(3, row[3:6])
        v = row[2:4]
        v[0] = row[2]
