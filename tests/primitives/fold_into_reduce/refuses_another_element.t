def p(n: size, A: f32[n + 1]):
    for i in seq(0, n):
        A[i] = A[i + 1] + 1.0
---- schedule
p = fold_into_reduce(p, 'A[_] = _')
---- expect error fold_into_reduce.S1
replayed: A[
