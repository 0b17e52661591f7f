def p(n: size, A: f23[n]):
    A[0] = 0.0
---- expect error name
:1:
