def p(n: size, A: f32[n]):
    for i in seq(0, n):
        A[i] = 1.0
---- schedule
p = shift_loop(p, 'i', '9223372036854775805')
---- expect error type
this integer is too large for an index: at most 2147483647
