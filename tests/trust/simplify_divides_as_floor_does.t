def p(n: size, A: f32[n + 3]):
    for x in seq(0, n):
        for y in seq(0, 6):
            if x + (y - 3) / 3 >= 0:
                A[(3 * x + y - 3) / 3] = 1.0
---- schedule
p = simplify(p)
---- expect
def p(n: size, A: f32[n + 3] @ DRAM):
    for x in seq(0, n):
        for y in seq(0, 6):
            if x + (y - 3) / 3 >= 0:
                A[x + y / 3 - 1] = 1.0
