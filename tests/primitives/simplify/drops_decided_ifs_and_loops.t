def p(n: size, A: f32[n]):
    assert n % 4 == 0
    for i in seq(0, n):
        if i < n:
            A[i] = 1.0
        if i < 0:
            A[i] = 2.0
        else:
            A[i] = 3.0
    for i in seq(0, n % 4):
        A[i] = 4.0
    for i in seq(0, n):
        for j in seq(2, 2):
            A[j] = 5.0
---- schedule
p = simplify(p)
---- expect
def p(n: size, A: f32[n] @ DRAM):
    assert n % 4 == 0
    for i in seq(0, n):
        A[i] = 1.0
        A[i] = 3.0
