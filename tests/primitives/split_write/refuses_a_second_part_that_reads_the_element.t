def p(n: size, A: f32[n + 2]):
    for i in seq(0, n):
        A[i] = A[i + 1] + A[n - 1]
---- schedule
p = split_write(p, 'A[_] = _')
---- expect error split_write.S1
replayed: A[
