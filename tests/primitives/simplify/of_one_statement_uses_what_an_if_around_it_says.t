def p(M: size, n: size, A: f32[M + n]):
    if M == 2 and n == 3:
        for i in seq(0, M + n):
            A[M + n - i - 1] = 1.0
---- schedule
p = simplify(p, 'for i in _: _')
---- expect
def p(M: size, n: size, A: f32[M + n] @ DRAM):
    if M == 2 and n == 3:
        for i in seq(0, 5):
            A[4 - i] = 1.0
