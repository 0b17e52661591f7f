def p(i: index, n: size, A: f32[n]):
    if 0 <= i and i < n:
        A[i] = 0.0
---- expect
def p(i: index, n: size, A: f32[n] @ DRAM):
    if 0 <= i and i < n:
        A[i] = 0.0
