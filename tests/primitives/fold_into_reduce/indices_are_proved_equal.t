def p(n: size, A: f32[2 * n]):
    w = A[n:2 * n]
    for i in seq(0, n):
        if i % 2 == 0:
            A[n + i] = w[2 * (i / 2)] + 1.0
---- schedule
p = fold_into_reduce(p, 'A[_] = _')
---- expect
def p(n: size, A: f32[2 * n] @ DRAM):
    w = A[n:2 * n]
    for i in seq(0, n):
        if i % 2 == 0:
            A[n + i] += 1.0
