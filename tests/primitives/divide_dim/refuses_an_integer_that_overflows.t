def p(n: size, A: f32[n]):
    t: f32[4]
    t[0] = A[0]
    A[0] = t[0]
---- schedule
p = divide_dim(p, 't', 0, 4611686018427387904)
---- expect error arguments
the integer 4611686018427387904 is too large for an index: at most 2147483647
