def p(n: index, A: f32[4]):
    A[n % 4] = 0.0
---- expect
def p(n: index, A: f32[4] @ DRAM):
    A[n % 4] = 0.0
