def p(n: size, A: f32[n]):
    for i in seq(0, n):
        x: f32
        x = A[i]
        A[i] = x
---- schedule
p = expand_dim(p, 'x', 'n', '(i + 9223372036854775807) - 9223372036854775807')
---- expect error expand_dim.R3
this integer is too large for an index: at most 2147483647
