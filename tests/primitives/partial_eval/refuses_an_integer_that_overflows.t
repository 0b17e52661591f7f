def p(n: size, A: f32[n]):
    A[0] = 1.0
---- schedule
p = partial_eval(p, [4611686018427387904])
---- expect error arguments
the integer 4611686018427387904 is too large for an index: at most 2147483647
