def p(n: size, A: f32[n + 8]):
    for i in seq(0, n):
        A[i] = A[i + 1] + A[i]
---- schedule
p = fold_into_reduce(p, 'A[_] = _')
---- expect
def p(n: size, A: f32[n + 8] @ DRAM):
    for i in seq(0, n):
        A[i] += A[i + 1]
